import type { AssignmentOperator, BinaryOperator } from '../tree/operator-types.ts'

/**
 * The parser's tree of filter code: of ESTree, the part that filter code may use. `line` and `column` count from 1;
 * `endLine` is the line of the last character.
 */
export type Place = { line: number; column: number }
type Located = Place & { endLine: number }

export type Identifier = Located & { type: 'Identifier'; name: string }
export type Literal = Located & {
  type: 'Literal'
  value: string | number | boolean | null
  regex?: { pattern: string; flags: string }
}
export type TemplateLiteral = Located & { type: 'TemplateLiteral'; texts: string[]; expressions: Expression[] }
export type SpreadElement = Located & { type: 'SpreadElement'; argument: Expression }
export type ArrayExpression = Located & { type: 'ArrayExpression'; elements: (Expression | SpreadElement | null)[] }
type Property = Located & { type: 'Property'; key: Expression; computed: boolean; value: Expression }
/** `a = 1` in braces: right only where the braces become a pattern. */
type PropertyWithDefault = Located & {
  type: 'Property'
  key: Expression
  computed: boolean
  value: AssignmentPattern
}
export type ObjectExpression = Located & {
  type: 'ObjectExpression'
  properties: (Property | PropertyWithDefault | SpreadElement)[]
}
type FunctionParts = { params: Pattern[]; body: BlockStatement | Expression }
export type FunctionExpression = Located & { type: 'FunctionExpression'; id: Identifier | null } & FunctionParts
export type ArrowFunctionExpression = Located & { type: 'ArrowFunctionExpression' } & FunctionParts
export type UnaryExpression = Located & {
  type: 'UnaryExpression'
  operator: '-' | '+' | '!' | '~' | 'typeof' | 'void' | 'delete'
  argument: Expression
}
export type UpdateExpression = Located & {
  type: 'UpdateExpression'
  operator: '++' | '--'
  prefix: boolean
  argument: Identifier | MemberExpression
}
type BinaryExpression = Located & {
  type: 'BinaryExpression'
  operator: BinaryOperator
  left: Expression
  right: Expression
}
export type LogicalExpression = Located & {
  type: 'LogicalExpression'
  operator: '&&' | '||' | '??'
  left: Expression
  right: Expression
}
type ConditionalExpression = Located & {
  type: 'ConditionalExpression'
  test: Expression
  consequent: Expression
  alternate: Expression
}
type AssignmentExpression = Located & {
  type: 'AssignmentExpression'
  operator: AssignmentOperator
  left: Pattern
  right: Expression
}
export type MemberExpression = Located & {
  type: 'MemberExpression'
  object: Expression
  property: Expression
  computed: boolean
  optional: boolean
}
export type CallExpression = Located & {
  type: 'CallExpression'
  callee: Expression
  arguments: (Expression | SpreadElement)[]
  optional: boolean
}
type ChainExpression = Located & { type: 'ChainExpression'; expression: MemberExpression | CallExpression }
export type NewExpression = Located & {
  type: 'NewExpression'
  callee: Expression
  arguments: (Expression | SpreadElement)[]
}
type SequenceExpression = Located & { type: 'SequenceExpression'; expressions: Expression[] }

export type Expression =
  | Identifier
  | Literal
  | TemplateLiteral
  | ArrayExpression
  | ObjectExpression
  | FunctionExpression
  | ArrowFunctionExpression
  | UnaryExpression
  | UpdateExpression
  | BinaryExpression
  | LogicalExpression
  | ConditionalExpression
  | AssignmentExpression
  | MemberExpression
  | CallExpression
  | ChainExpression
  | NewExpression
  | SequenceExpression

type AssignmentPattern = Located & { type: 'AssignmentPattern'; left: Pattern; right: Expression }
export type RestElement = Located & { type: 'RestElement'; argument: Pattern }
type ArrayPattern = Located & { type: 'ArrayPattern'; elements: (Pattern | null)[] }
export type AssignmentProperty = Located & { type: 'Property'; key: Expression; computed: boolean; value: Pattern }
type ObjectPattern = Located & { type: 'ObjectPattern'; properties: (AssignmentProperty | RestElement)[] }
export type Pattern = Identifier | MemberExpression | ArrayPattern | ObjectPattern | AssignmentPattern | RestElement

export type VariableDeclaration = Located & {
  type: 'VariableDeclaration'
  kind: 'let' | 'const' | 'var'
  declarations: { id: Pattern; init: Expression | null }[]
}
export type FunctionDeclaration = Located & { type: 'FunctionDeclaration'; id: Identifier } & FunctionParts
export type BlockStatement = Located & { type: 'BlockStatement'; body: Statement[] }
export type IfStatement = Located & {
  type: 'IfStatement'
  test: Expression
  consequent: Statement
  alternate: Statement | null
}
export type ForStatement = Located & {
  type: 'ForStatement'
  init: VariableDeclaration | Expression | null
  test: Expression | null
  update: Expression | null
  body: Statement
}
export type ForEachStatement = Located & {
  type: 'ForOfStatement' | 'ForInStatement'
  left: VariableDeclaration | Pattern
  right: Expression
  body: Statement
}
export type WhileStatement = Located & {
  type: 'WhileStatement' | 'DoWhileStatement'
  test: Expression
  body: Statement
}
export type SwitchStatement = Located & {
  type: 'SwitchStatement'
  discriminant: Expression
  cases: { test: Expression | null; consequent: Statement[] }[]
}
export type CatchClause = { param: Pattern | null; body: BlockStatement }
export type TryStatement = Located & {
  type: 'TryStatement'
  block: BlockStatement
  handler: CatchClause | null
  finalizer: BlockStatement | null
}

export type Statement =
  | (Located & { type: 'ExpressionStatement'; expression: Expression })
  | (Located & { type: 'EmptyStatement' })
  | (Located & { type: 'ReturnStatement'; argument: Expression | null })
  | (Located & { type: 'ThrowStatement'; argument: Expression })
  | (Located & { type: 'BreakStatement' | 'ContinueStatement' })
  | VariableDeclaration
  | FunctionDeclaration
  | BlockStatement
  | IfStatement
  | ForStatement
  | ForEachStatement
  | WhileStatement
  | SwitchStatement
  | TryStatement

export type SourceFunction = FunctionExpression | ArrowFunctionExpression | FunctionDeclaration
export type SourceProgram = { body: Statement[] }
