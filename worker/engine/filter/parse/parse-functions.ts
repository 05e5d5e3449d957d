import { declarePattern, parseBindingPart, parseRest, toElements } from './parse-patterns.ts'
import type { Parser } from './parser.ts'
import type {
  ArrowFunctionExpression,
  BlockStatement,
  Expression,
  FunctionDeclaration,
  FunctionExpression,
  Pattern,
  Place,
  RestElement,
  SpreadElement,
} from './source-tree.ts'

export function parseFunctionExpression(parser: Parser, start: Place = parser.token): FunctionExpression {
  parser.expect('function')
  if (parser.is('*')) reportGenerator(parser)
  const id = parser.is('(') ? null : parser.identifier()
  if (id) declarePattern(parser, id, 'target')
  return parser.node(start, 'FunctionExpression', { id, ...parseParametersAndBody(parser) })
}

export function parseFunctionDeclaration(parser: Parser, start: Place = parser.token): FunctionDeclaration {
  parser.expect('function')
  if (parser.is('*')) reportGenerator(parser)
  const id = parser.identifier()
  declarePattern(parser, id, 'function')
  return parser.node(start, 'FunctionDeclaration', { id, ...parseParametersAndBody(parser) })
}

/** A method of an object, from its parameters on. */
export function parseMethod(parser: Parser): FunctionExpression {
  const start = parser.token
  return parser.node(start, 'FunctionExpression', { id: null, ...parseParametersAndBody(parser) })
}

export function reportGenerator(parser: Parser): void {
  const { line, column } = parser.token
  parser.problems.push({ line, column, message: 'Generators (function*) are not available in filter code.' })
  parser.next()
}

function parseParametersAndBody(parser: Parser): { params: Pattern[]; body: BlockStatement } {
  return parser.inside(() => {
    parser.expect('(')
    const params: Pattern[] = []
    while (!parser.eat(')')) {
      const isRest = parser.is('...')
      params.push(isRest ? parseRest(parser) : parseBindingPart(parser))
      if (!parser.is(')')) {
        if (isRest) parser.unexpected()
        parser.expect(',')
      }
    }
    return { params, body: parseBody(parser, params) }
  })
}

/** An arrow function from its `=>` on; `items` are what was read in the parentheses. */
export function parseArrow(
  parser: Parser,
  start: Place,
  items: readonly (Expression | SpreadElement | RestElement)[],
): ArrowFunctionExpression {
  const params = toElements(parser, items, true).filter((param) => param !== null)
  parser.expect('=>')
  const body = parser.is('{')
    ? parser.inside(() => parseBody(parser, params))
    : parser.names.within(true, () => {
        declareParameters(parser, params)
        return parser.grammar.assignment(parser)
      })
  return parser.node(start, 'ArrowFunctionExpression', { params, body })
}

function declareParameters(parser: Parser, params: readonly Pattern[]): void {
  for (const param of params) declarePattern(parser, param, 'parameter')
}

function parseBody(parser: Parser, params: readonly Pattern[]): BlockStatement {
  const start = parser.token
  const { loops, switches } = parser
  parser.loops = 0
  parser.switches = 0
  parser.expect('{')
  const body = parser.names.within(true, () => {
    declareParameters(parser, params)
    return parser.grammar.statements(parser)
  })
  parser.loops = loops
  parser.switches = switches
  const [first] = body
  if (first?.type === 'ExpressionStatement' && params.some(({ type }) => type !== 'Identifier')) {
    const { expression } = first
    const isDirective = expression.type === 'Literal' && !parser.inParentheses.has(expression)
    if (isDirective && expression.value === 'use strict') parser.fail('“use strict” does not fit here.', first)
  }
  return parser.node(start, 'BlockStatement', { body })
}
