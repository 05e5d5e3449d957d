import { parseArrow, parseFunctionExpression, parseMethod, reportGenerator } from './parse-functions.ts'
import { parseKey, parseRest } from './parse-patterns.ts'
import { parseTemplate } from './parse-template.ts'
import { skipClass } from './skip-class.ts'
import type { Parser } from './parser.ts'
import type {
  ArrayExpression,
  Expression,
  Identifier,
  ObjectExpression,
  RestElement,
  SpreadElement,
} from './source-tree.ts'

/** Parses an expression that has no operator, dot or call at its outside. */
export function parseAtom(parser: Parser): Expression {
  parser.enter()
  const atom = readAtom(parser)
  parser.leave()
  return atom
}

function readAtom(parser: Parser): Expression {
  const { token } = parser
  switch (token.kind) {
    case 'number':
    case 'text':
      parser.next()
      return parser.node(token, 'Literal', { value: token.value })
    case 'word':
      return parser.isName ? parseName(parser) : parseKeyword(parser)
    case 'sign':
      return parseSign(parser)
    case 'end':
      return parser.unexpected()
    default:
      return token satisfies never
  }
}

function parseSign(parser: Parser): Expression {
  const { token } = parser
  switch (token.value) {
    case '(':
      return parseParentheses(parser)
    case '[':
      return parseArray(parser)
    case '{':
      return parseObject(parser)
    case '`':
      return parseTemplate(parser)
    case '/':
    case '/=': {
      const regex = parser.readRegExp()
      return parser.node(token, 'Literal', { value: null, regex })
    }
    default:
      return parser.unexpected()
  }
}

function parseName(parser: Parser): Expression {
  const { token, arrowAt } = parser
  const isAsync = parser.is('async')
  const name = parser.identifier()
  const startsArrow = arrowAt === token.start
  if (isAsync && !parser.onNewLine) {
    if (parser.is('function')) {
      parser.report('“async”', token)
      return parseFunctionExpression(parser, token)
    }
    if (startsArrow && parser.isName) {
      parser.report('“async”', token)
      return parseArrow(parser, token, [parser.identifier()])
    }
  }
  return startsArrow && parser.is('=>') && !parser.onNewLine ? parseArrow(parser, token, [name]) : name
}

function parseKeyword(parser: Parser): Expression {
  const { token } = parser
  if (token.kind !== 'word' || token.escaped) return parser.unexpected()
  switch (token.value) {
    case 'null':
      parser.next()
      return parser.node(token, 'Literal', { value: null })
    case 'true':
    case 'false':
      parser.next()
      return parser.node(token, 'Literal', { value: token.value === 'true' })
    case 'function':
      return parseFunctionExpression(parser)
    case 'class':
      parser.report('“class”')
      skipClass(parser)
      return nothing(parser)
    case 'import':
      return parser.fail('“import” and “export” are not available in filter code.')
    case 'this':
    case 'super':
      parser.report(`“${token.value}”`)
      parser.next()
      return nothing(parser)
    default:
      return parser.unexpected()
  }
}

/** Stands for a refused part, so that the rest can be checked. */
export function nothing(parser: Parser): Identifier {
  return parser.node(parser.token, 'Identifier', { name: 'undefined' })
}

/** `(a, b)`, or the parameters of an arrow function and all of it. */
function parseParentheses(parser: Parser): Expression {
  const start = parser.token
  const startsArrow = parser.arrowAt === start.start
  const from = parser.defaults.length
  parser.next()
  const first = parser.token
  const items: Expression[] = []
  let rest: RestElement | undefined
  let endLine = parser.endLine
  let endsInComma = false
  parser.inside(() => {
    while (!parser.is(')')) {
      if (rest) parser.unexpected()
      if (parser.is('...')) rest = parseRest(parser)
      else items.push(parser.grammar.assignment(parser, true))
      endLine = parser.endLine
      endsInComma = !parser.is(')')
      if (endsInComma) {
        if (rest) parser.unexpected()
        parser.expect(',')
      }
    }
  })
  parser.next()
  if (startsArrow && parser.is('=>') && !parser.onNewLine) {
    parser.defaults.length = from
    return parseArrow(parser, start, rest ? [...items, rest] : items)
  }
  const [only] = items
  if (!only || rest || endsInComma) return parser.unexpected()
  parser.refuseDefaults(from)
  const { line, column } = first
  const value: Expression =
    items.length > 1 ? { line, column, endLine, type: 'SequenceExpression', expressions: items } : only
  parser.inParentheses.add(value)
  return value
}

/** The items up to the closing sign; `asPattern` where they may become a pattern. */
export function parseItems(
  parser: Parser,
  close: ')' | ']',
  asPattern: boolean,
): (Expression | SpreadElement | null)[] {
  const items: (Expression | SpreadElement | null)[] = []
  parser.inside(() => {
    while (!parser.is(close)) {
      if (close === ']' && parser.is(',')) items.push(null)
      else if (parser.is('...')) items.push(parseSpread(parser, asPattern))
      else items.push(parser.grammar.assignment(parser, asPattern))
      if (!parser.is(close)) parser.expect(',')
    }
  })
  parser.next()
  return items
}

function parseSpread(parser: Parser, asPattern: boolean): SpreadElement {
  const start = parser.token
  parser.next()
  const argument = parser.grammar.assignment(parser, asPattern)
  const spread = parser.node(start, 'SpreadElement', { argument })
  if (parser.is(',')) parser.beforeComma.add(spread)
  return spread
}

function parseArray(parser: Parser): ArrayExpression {
  const start = parser.token
  parser.next()
  const elements = parseItems(parser, ']', true)
  return parser.node(start, 'ArrayExpression', { elements })
}

function parseObject(parser: Parser): ObjectExpression {
  const start = parser.token
  parser.next()
  const properties: ObjectExpression['properties'] = []
  parser.inside(() => {
    while (!parser.is('}')) {
      properties.push(parser.is('...') ? parseSpread(parser, true) : parseProperty(parser))
      if (!parser.is('}')) parser.expect(',')
    }
  })
  parser.next()
  return parser.node(start, 'ObjectExpression', { properties })
}

function parseProperty(parser: Parser): ObjectExpression['properties'][number] {
  const start = parser.token
  if (parser.is('*')) reportGenerator(parser)
  const modifier = ['get', 'set', 'async'].find((word) => parser.is(word))
  let { isName } = parser
  let { key, computed } = parseKey(parser)
  if (modifier !== undefined && !['(', ',', '}', ':', '='].some((sign) => parser.is(sign))) {
    parser.report(`“${modifier}”`, start)
    if (parser.is('*')) reportGenerator(parser)
    isName = false
    ;({ key, computed } = parseKey(parser))
  }
  if (parser.eat(':')) {
    const value = parser.grammar.assignment(parser, true)
    return parser.node(start, 'Property', { key, computed, value })
  }
  if (parser.is('(')) {
    const value = parseMethod(parser)
    return parser.node(start, 'Property', { key, computed, value })
  }
  if (!isName || key.type !== 'Identifier') return parser.unexpected()
  if (!parser.is('=')) return parser.node(start, 'Property', { key, computed, value: key })
  parser.defaults.push(parser.token)
  parser.next()
  const right = parser.grammar.assignment(parser)
  const value = parser.node(start, 'AssignmentPattern', { left: key, right })
  return parser.node(start, 'Property', { key, computed, value })
}
