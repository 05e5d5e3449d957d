import type { BinaryOperator, DeclarationKind, LogicalOperator, UnaryOperator } from './operator-types.ts'

/**
 * The stored tree of filter code: plain JSON, small, and enough to run without the parser. Every node is an array that
 * starts with its kind and the line it stands on. Function declarations stand first in their block.
 */
export type Statement =
  | readonly [kind: 'do', line: number, expression: Expression]
  | readonly [kind: 'declare', line: number, how: DeclarationKind, declared: [Pattern, Expression | null][]]
  | readonly [kind: 'function', line: number, made: FunctionNode]
  | readonly [kind: 'block', line: number, names: string[], body: Statement[]]
  | readonly [kind: 'if', line: number, cases: [Expression, Statement][], otherwise: Statement | null]
  | readonly [
      kind: 'for',
      line: number,
      names: string[],
      start: Statement | null,
      test: Expression | null,
      update: Expression | null,
      body: Statement,
    ]
  | readonly [
      kind: 'each',
      line: number,
      names: string[],
      over: 'values' | 'keys',
      how: DeclarationKind | null,
      target: Pattern,
      source: Expression,
      body: Statement,
    ]
  | readonly [kind: 'while', line: number, test: Expression, body: Statement, testFirst: boolean]
  | readonly [
      kind: 'switch',
      line: number,
      names: string[],
      subject: Expression,
      cases: [test: Expression | null, body: Statement[]][],
    ]
  | readonly [kind: 'return', line: number, value: Expression | null]
  | readonly [kind: 'throw', line: number, value: Expression]
  | readonly [
      kind: 'try',
      line: number,
      body: Statement,
      caught: [names: string[], Pattern | null, Statement] | null,
      last: Statement | null,
    ]
  | readonly [kind: 'break' | 'continue', line: number]

export type Expression =
  | readonly [kind: 'value', line: number, value: string | number | boolean | null]
  | readonly [kind: 'undefined', line: number]
  | readonly [kind: 'name', line: number, name: string]
  | readonly [kind: 'template', line: number, texts: string[], values: Expression[]]
  | readonly [kind: 'regexp', line: number, source: string, flags: string]
  | readonly [kind: 'array', line: number, items: Item[]]
  | readonly [kind: 'object', line: number, fields: ObjectField[]]
  | readonly [kind: 'arrow', line: number, made: FunctionNode]
  | readonly [kind: 'unary', line: number, operator: UnaryOperator, of: Expression]
  | readonly [kind: 'typeof', line: number, of: Expression]
  | readonly [kind: 'delete', line: number, of: Expression, key: Expression]
  | readonly [kind: 'binary', line: number, operator: BinaryOperator, left: Expression, right: Expression]
  | readonly [kind: 'logical', line: number, operator: LogicalOperator, left: Expression, right: Expression]
  | readonly [kind: 'choose', line: number, test: Expression, then: Expression, otherwise: Expression]
  | readonly [
      kind: 'assign',
      line: number,
      operator: BinaryOperator | LogicalOperator | '',
      target: Pattern,
      value: Expression,
    ]
  | readonly [kind: 'update', line: number, by: 1 | -1, before: boolean, target: Pattern]
  | readonly [kind: 'chain', line: number, start: Expression, links: Link[]]
  | readonly [kind: 'new', line: number, made: string, parameters: Item[]]
  | readonly [kind: 'sequence', line: number, expressions: Expression[]]

/** An item of an array or a call: spread or not. */
export type Item = readonly [spread: boolean, Expression]
export type ObjectField = readonly [key: string | Expression | null, value: Expression]

/** `.name`, `[key]` or `(parameters)`; after `?.` the rest of the chain is left out where there is nothing. */
export type Link =
  | readonly [kind: '.', line: number, optional: boolean, name: string]
  | readonly [kind: '[', line: number, optional: boolean, key: Expression]
  | readonly [kind: '(', line: number, optional: boolean, parameters: Item[]]

export type Pattern =
  | readonly [kind: 'to-name', line: number, name: string]
  | readonly [kind: 'to-member', line: number, of: Expression, key: Expression]
  | readonly [kind: 'to-items', line: number, items: (Part | null)[], rest: Pattern | null]
  | readonly [kind: 'to-fields', line: number, fields: [key: Expression, Part][], rest: Pattern | null]
export type Part = readonly [target: Pattern, otherwise: Expression | null]

export type FunctionNode = readonly [
  name: string,
  parameters: Part[],
  rest: Pattern | null,
  variables: string[],
  body: Statement,
  /** How many parameters it asks for, as `length` says. */
  arity: number,
]

/** The whole code: its `let`, `const` and functions, its `var`, its statements. */
export type Program = readonly [names: string[], variables: string[], body: Statement[]]
