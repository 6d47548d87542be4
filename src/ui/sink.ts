// Writing to a stream whose reader may go away: `| head -1` must end the run quietly, not crash it.
import type { Writable } from "node:stream";
import { systemCode } from "../protocol/errors.ts";

export interface Sink {
  write(text: string): void;
  /** Whether the reader is gone; what is written then is dropped. */
  readonly closed: boolean;
}

/** `onClosed` is called once, when the reader is seen to be gone. Errors other than that are thrown as the process's own. */
export function createSink(stream: Writable, onClosed: () => void): Sink {
  let closed = false;
  const gone = () => {
    if (closed) return;
    closed = true;
    onClosed();
  };
  stream.on("error", (error) => {
    // EIO: the terminal behind the stream was closed.
    if (!["EPIPE", "EIO", "ERR_STREAM_DESTROYED"].includes(systemCode(error) ?? "")) throw error;
    gone();
  });
  stream.on("close", gone);
  return {
    write(text) {
      if (!closed) stream.write(text);
    },
    get closed() {
      return closed;
    },
  };
}
