// Two small shapes of asynchronous streams: a queue that many write and one reads, and a stream that several readers share.

/** A queue without limit: `push` never waits, reading waits for the next item, `close` ends the reading after what is queued. */
export class Channel<T> implements AsyncIterable<T> {
  readonly #items: T[] = [];
  #wake: (() => void) | undefined;
  #closed = false;

  push(item: T): void {
    if (this.#closed) return;
    this.#items.push(item);
    this.#wake?.();
  }

  close(): void {
    this.#closed = true;
    this.#wake?.();
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<T, void> {
    for (;;) {
      let item = this.#items.shift();
      while (item !== undefined) {
        yield item;
        item = this.#items.shift();
      }
      if (this.#closed) return;
      await new Promise<void>((resolve) => {
        this.#wake = resolve;
      });
      this.#wake = undefined;
    }
  }
}

/** Every reader sees what is pushed after it began to read, each at its own pace. */
export class Broadcast<T> {
  readonly #readers = new Set<Channel<T>>();
  #closed = false;

  push(item: T): void {
    for (const reader of this.#readers) reader.push(item);
  }

  /** Registers at once, not at the first read, so that nothing pushed after the call is missed. */
  subscribe(): AsyncIterable<T> {
    const channel = new Channel<T>();
    if (this.#closed) channel.close();
    else this.#readers.add(channel);
    return {
      [Symbol.asyncIterator]: () => {
        const items = channel[Symbol.asyncIterator]();
        const leave = async (): Promise<IteratorResult<T, void>> => {
          this.#readers.delete(channel);
          return items.return(undefined);
        };
        return { next: () => items.next(), return: leave };
      },
    };
  }

  close(): void {
    this.#closed = true;
    for (const reader of this.#readers) reader.close();
  }
}
