export type PatternNode =
  | { kind: 'unit'; source: string }
  | { kind: 'start' | 'end' | 'word-edge' | 'no-word-edge' }
  | { kind: 'group'; index: number; body: PatternNode }
  | { kind: 'look'; negative: boolean; body: PatternNode; groups: GroupRange }
  | { kind: 'either'; options: PatternNode[] }
  | { kind: 'sequence'; items: PatternNode[] }
  | { kind: 'repeat'; least: number; most: number; lazy: boolean; body: PatternNode; groups: GroupRange }

/** Capturing groups from `from` up to but without `to`. */
type GroupRange = { from: number; to: number }

export type ParsedPattern = { tree: PatternNode; groups: number; names: Map<string, number> }

/** A pattern that is refused, with the reason in words for users. */
export class PatternProblem extends Error {}
