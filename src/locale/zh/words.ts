// What several sections of the catalogue say in the same way.
import type { ShapeFault, ShapeIssue, ShapeType } from "../../protocol/shape.ts";

const TYPES: Readonly<Record<ShapeType, string>> = {
  text: "文本",
  number: "数字",
  whole: "整数",
  boolean: " true 或 false",
  list: "列表",
  object: "对象",
  null: " null",
};

function faultWords(fault: ShapeFault): string {
  switch (fault.kind) {
    case "missing":
      return `缺少（应为${fault.expected.map((type) => TYPES[type]).join("或")}）`;
    case "type":
      return `应为${fault.expected.map((type) => TYPES[type]).join("或")}`;
    case "value":
      return `应为 ${fault.allowed.map((value) => JSON.stringify(value)).join(" 或 ")}`;
    case "too_small":
    case "too_big": {
      const small = fault.kind === "too_small";
      const bound = `${small ? (fault.inclusive ? "不小于" : "大于") : fault.inclusive ? "不大于" : "小于"} ${fault.limit}`;
      return { text: `的字符数应${bound}`, list: `的项数应${bound}`, number: `应${bound}` }[fault.of];
    }
    case "unknown_keys":
      return `有不认识的键：${fault.names.join("、")}`;
    case "other":
      return "格式不对";
  }
}

export function shape(issues: readonly ShapeIssue[]): string {
  return issues.map(({ at, fault }) => `${at === "" ? "内容" : `${at} `}${faultWords(fault)}`).join("；");
}
