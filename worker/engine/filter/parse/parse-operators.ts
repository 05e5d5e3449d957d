import type { AssignmentOperator, BinaryOperator } from '../tree/operator-types.ts'
import { nothing } from './parse-atoms.ts'
import { parseChain } from './parse-chains.ts'
import { declarePattern, toPattern } from './parse-patterns.ts'
import type { Parser } from './parser.ts'
import type { Expression, LogicalExpression, Place, UnaryExpression, UpdateExpression } from './source-tree.ts'

const UNARY: readonly UnaryExpression['operator'][] = ['-', '+', '!', '~', 'typeof', 'void', 'delete']
const ASSIGNMENT: readonly AssignmentOperator[] = [
  '=',
  '+=',
  '-=',
  '*=',
  '/=',
  '%=',
  '**=',
  '<<=',
  '>>=',
  '>>>=',
  '|=',
  '^=',
  '&=',
  '||=',
  '&&=',
  '??=',
]
/** The strength of each operator, higher where it binds more tightly; `**` is read with the unary operators. */
const BINDING: Record<Exclude<BinaryOperator, '**'> | LogicalExpression['operator'], number> = {
  '??': 1,
  '||': 1,
  '&&': 2,
  '|': 3,
  '^': 4,
  '&': 5,
  '==': 6,
  '!=': 6,
  '===': 6,
  '!==': 6,
  '<': 7,
  '<=': 7,
  '>': 7,
  '>=': 7,
  in: 7,
  instanceof: 7,
  '<<': 8,
  '>>': 8,
  '>>>': 8,
  '+': 9,
  '-': 9,
  '*': 10,
  '/': 10,
  '%': 10,
}

function isBinding(operator: unknown): operator is keyof typeof BINDING {
  return typeof operator === 'string' && Object.hasOwn(BINDING, operator)
}

/** An expression, with those after commas; `asPattern` where it may become a pattern. */
export function parseExpression(parser: Parser, asPattern = false): Expression {
  const start = parser.token
  const from = parser.defaults.length
  const first = parseAssignment(parser, true)
  if (!asPattern || parser.is(',')) parser.refuseDefaults(from)
  if (!parser.is(',')) return first
  const expressions = [first]
  while (parser.eat(',')) expressions.push(parseAssignment(parser))
  return parser.node(start, 'SequenceExpression', { expressions })
}

/** Parses the test in the parentheses after `if` and the like. */
export function parseTest(parser: Parser): Expression {
  parser.expect('(')
  const test = parseExpression(parser)
  parser.expect(')')
  return test
}

/** An expression without commas; `asPattern` where it may become a pattern. */
export function parseAssignment(parser: Parser, asPattern = false): Expression {
  parser.enter()
  const expression = parser.is('yield') ? parseYield(parser) : readAssignment(parser, asPattern)
  parser.leave()
  return expression
}

function readAssignment(parser: Parser, asPattern: boolean): Expression {
  const start = parser.token
  const from = parser.defaults.length
  parser.arrowAt = start.start
  const left = parseConditional(parser)
  const { token } = parser
  const operator = token.kind === 'sign' ? ASSIGNMENT.find((sign) => sign === token.value) : undefined
  const isBraced = left.type === 'ObjectExpression' || left.type === 'ArrayExpression'
  if (operator !== '=' && !(asPattern && isBraced)) parser.refuseDefaults(from)
  if (!operator) return left
  // Only braces and brackets themselves become a pattern; anything else that contains them does not.
  if (!isBraced) parser.refuseDefaults(from)
  parser.defaults.length = from
  const target = toPattern(parser, left, false)
  if (operator !== '=' && isBraced) parser.unexpected()
  declarePattern(parser, target, 'target')
  parser.next()
  const right = parseAssignment(parser)
  return parser.node(start, 'AssignmentExpression', { operator, left: target, right })
}

function parseYield(parser: Parser): Expression {
  parser.report('“yield”')
  parser.next()
  parser.eat('*')
  const ends = parser.endsStatement || [')', ']', ':', ','].some((sign) => parser.is(sign))
  return ends ? nothing(parser) : parseAssignment(parser)
}

function parseConditional(parser: Parser): Expression {
  const start = parser.token
  const test = parseBinary(parser, start, parseUnary(parser), 0)
  if (isBareArrow(parser, test) || !parser.eat('?')) return test
  const consequent = parser.inside(() => parseAssignment(parser))
  parser.expect(':')
  const alternate = parseAssignment(parser)
  return parser.node(start, 'ConditionalExpression', { test, consequent, alternate })
}

/** An arrow function outside parentheses, which no operator can follow. */
function isBareArrow(parser: Parser, expression: Expression): boolean {
  return expression.type === 'ArrowFunctionExpression' && !parser.inParentheses.has(expression)
}

/** The operators after `first` that bind more tightly than `limit`. */
function parseBinary(parser: Parser, start: Place, first: Expression, limit: number): Expression {
  if (isBareArrow(parser, first)) return first
  let left = first
  let parts = 0
  for (;;) {
    const operator = parser.token.value
    if (!isBinding(operator) || !parser.is(operator) || (operator === 'in' && !parser.allowsIn)) break
    const binding = BINDING[operator]
    if (binding <= limit) break
    parser.enter()
    parts++
    parser.next()
    const rightStart = parser.token
    const right = parseBinary(parser, rightStart, parseUnary(parser), operator === '??' ? BINDING['&&'] : binding)
    if (operator === '??' || operator === '||' || operator === '&&') {
      left = parser.node(start, 'LogicalExpression', { operator, left, right })
      const mixed = operator === '??' ? parser.is('||') || parser.is('&&') : parser.is('??')
      if (mixed) parser.fail('“??” next to “||” or “&&” needs parentheses.')
    } else {
      left = parser.node(start, 'BinaryExpression', { operator, left, right })
    }
  }
  parser.leave(parts)
  return left
}

/** Operators before or after a value, and powers. `isOperand` after another operator before the value. */
function parseUnary(parser: Parser, isOperand = false, isUpdated = false): Expression {
  const start = parser.token
  parser.enter()
  let before = isOperand
  let expression: Expression
  const unary = UNARY.find((operator) => parser.is(operator))
  const update = updateOperator(parser)
  if (parser.is('await')) {
    parser.report('“await”')
    parser.next()
    expression = parseUnary(parser, true)
  } else if (unary) {
    parser.next()
    const argument = parseUnary(parser, true)
    if (unary === 'delete' && argument.type === 'Identifier') parser.fail('A name cannot be deleted.', start)
    before = true
    expression = parser.node(start, 'UnaryExpression', { operator: unary, argument })
  } else if (update) {
    parser.next()
    const argument = updated(parser, parseUnary(parser, true, true))
    expression = parser.node(start, 'UpdateExpression', { operator: update, prefix: true, argument })
  } else {
    expression = parseChain(parser)
    const after = isBareArrow(parser, expression) || parser.onNewLine ? undefined : updateOperator(parser)
    if (after) {
      const argument = updated(parser, expression)
      parser.next()
      expression = parser.node(start, 'UpdateExpression', { operator: after, prefix: false, argument })
    }
  }
  if (!isUpdated && !isBareArrow(parser, expression) && parser.is('**')) {
    if (before) parser.fail('A minus before “**” needs parentheses.')
    parser.next()
    const right = parseUnary(parser)
    expression = parser.node(start, 'BinaryExpression', { operator: '**', left: expression, right })
  }
  parser.leave()
  return expression
}

function updateOperator(parser: Parser): UpdateExpression['operator'] | undefined {
  return parser.is('++') ? '++' : parser.is('--') ? '--' : undefined
}

function updated(parser: Parser, argument: Expression): UpdateExpression['argument'] {
  if (argument.type === 'MemberExpression') return argument
  if (argument.type !== 'Identifier') return parser.fail('“++” and “--” need a name.', argument)
  declarePattern(parser, argument, 'target')
  return argument
}
