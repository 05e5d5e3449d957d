import type { Parser } from './parser.ts'
import type { AssignmentProperty, Expression, Pattern, Place, RestElement, SpreadElement } from './source-tree.ts'

/** Names that strict code gives no value. */
const NEVER_ASSIGNED = ['eval', 'arguments']

/** How names of a pattern are declared; `target` where they are only given a value. */
type Declares = 'lexical' | 'variable' | 'function' | 'parameter' | 'caught' | 'target'

/** The key of a field: a name, a text, a number, or any value in brackets. */
export function parseKey(parser: Parser): { key: Expression; computed: boolean } {
  const { token } = parser
  if (parser.eat('[')) {
    const key = parser.inside(() => parser.grammar.assignment(parser))
    parser.expect(']')
    return { key, computed: true }
  }
  if (token.kind !== 'text' && token.kind !== 'number') return { key: parser.word(), computed: false }
  parser.next()
  return { key: parser.node(token, 'Literal', { value: token.value }), computed: false }
}

/** A name, `[…]` or `{…}` that declares names. */
export function parseBinding(parser: Parser): Pattern {
  const start = parser.token
  parser.enter()
  let pattern: Pattern
  if (parser.eat('[')) {
    const elements: (Pattern | null)[] = []
    while (!parser.eat(']')) {
      if (parser.eat(',')) elements.push(null)
      else {
        elements.push(parser.is('...') ? parseRest(parser) : parseBindingPart(parser))
        if (!parser.is(']')) {
          if (elements.at(-1)?.type === 'RestElement') parser.unexpected()
          parser.expect(',')
        }
      }
    }
    pattern = parser.node(start, 'ArrayPattern', { elements })
  } else if (parser.eat('{')) {
    const properties: (AssignmentProperty | RestElement)[] = []
    while (!parser.eat('}')) {
      const property = parser.is('...') ? parseRest(parser, true) : parseBindingProperty(parser)
      properties.push(property)
      if (!parser.is('}')) {
        if (property.type === 'RestElement') parser.unexpected()
        parser.expect(',')
      }
    }
    pattern = parser.node(start, 'ObjectPattern', { properties })
  } else {
    pattern = parser.identifier()
  }
  parser.leave()
  return pattern
}

function parseBindingProperty(parser: Parser): AssignmentProperty {
  const start = parser.token
  const isName = parser.isName
  const { key, computed } = parseKey(parser)
  if (parser.eat(':')) {
    const value = parseBindingPart(parser)
    return parser.node(start, 'Property', { key, computed, value })
  }
  if (computed || !isName || key.type !== 'Identifier') return parser.unexpected()
  const value = parseDefault(parser, key, start)
  return parser.node(start, 'Property', { key, computed, value })
}

export function parseRest(parser: Parser, onlyName = false): RestElement {
  const start = parser.token
  parser.expect('...')
  const argument = onlyName ? parser.identifier() : parseBinding(parser)
  return parser.node(start, 'RestElement', { argument })
}

/** A pattern, and what it takes where there is nothing. */
export function parseBindingPart(parser: Parser): Pattern {
  const start = parser.token
  return parseDefault(parser, parseBinding(parser), start)
}

function parseDefault(parser: Parser, left: Pattern, start: Place): Pattern {
  if (!parser.eat('=')) return left
  const right = parser.inside(() => parser.grammar.assignment(parser))
  return parser.node(start, 'AssignmentPattern', { left, right })
}

type Assignable = Expression | Pattern | SpreadElement | null

/** Turns a value, as it was read, into the left side of `=` or, if it `declares`, into a parameter. */
export function toPattern(parser: Parser, node: Exclude<Assignable, null>, declares: boolean): Pattern {
  const { line, column, endLine } = node
  const place = { line, column, endLine }
  if (node.type !== 'SpreadElement' && parser.inParentheses.has(node)) {
    if (declares || (node.type !== 'Identifier' && node.type !== 'MemberExpression')) wrongTarget(parser, node)
  }
  switch (node.type) {
    case 'Identifier':
      return node
    case 'MemberExpression':
      return declares ? wrongTarget(parser, node) : node
    case 'ArrayExpression':
    case 'ArrayPattern':
      return { ...place, type: 'ArrayPattern', elements: toElements(parser, node.elements, declares) }
    case 'ObjectExpression':
    case 'ObjectPattern': {
      const properties = node.properties.map((property, at): AssignmentProperty | RestElement => {
        if (property.type === 'Property') {
          const { key, computed, value } = property
          return { ...property, key, computed, value: toPattern(parser, value, declares) }
        }
        const rest = toRest(parser, property, declares)
        if (at < node.properties.length - 1) wrongTarget(parser, property)
        const { type } = rest.argument
        return type === 'Identifier' || type === 'MemberExpression' ? rest : wrongTarget(parser, property)
      })
      return { ...place, type: 'ObjectPattern', properties }
    }
    case 'AssignmentExpression':
      if (node.operator !== '=') return wrongTarget(parser, node)
      return {
        ...place,
        type: 'AssignmentPattern',
        left: declares ? toPattern(parser, node.left, declares) : node.left,
        right: node.right,
      }
    case 'AssignmentPattern':
      return { ...node, left: toPattern(parser, node.left, declares) }
    case 'SpreadElement':
    case 'RestElement':
      return toRest(parser, node, declares)
    default:
      return wrongTarget(parser, node)
  }
}

function toRest(parser: Parser, node: SpreadElement | RestElement, declares: boolean): RestElement {
  if (node.type === 'SpreadElement' && parser.beforeComma.has(node)) wrongTarget(parser, node)
  const argument = toPattern(parser, node.argument, declares)
  if (argument.type === 'AssignmentPattern') wrongTarget(parser, argument)
  return { ...node, type: 'RestElement', argument }
}

/** The parts of a list, or of parameters; only the last may be `...rest`. */
export function toElements(parser: Parser, nodes: readonly Assignable[], declares: boolean): (Pattern | null)[] {
  return nodes.map((node, at) => {
    if (!node) return null
    const isRest = node.type === 'SpreadElement' || node.type === 'RestElement'
    if (isRest && at < nodes.length - 1) wrongTarget(parser, node)
    return toPattern(parser, node, declares)
  })
}

function wrongTarget(parser: Parser, place: Place): never {
  return parser.fail('This cannot stand on the left of “=”, or where a name is expected.', place)
}

/** Declares the names of a pattern, or checks them where they are only given a value. Refuses a name declared twice. */
export function declarePattern(parser: Parser, pattern: Pattern, declares: Declares): void {
  switch (pattern.type) {
    case 'Identifier':
      return declareName(parser, pattern.name, declares, pattern)
    case 'MemberExpression':
      return undefined
    case 'ArrayPattern':
      for (const element of pattern.elements) if (element) declarePattern(parser, element, declares)
      return undefined
    case 'ObjectPattern':
      for (const property of pattern.properties) {
        declarePattern(parser, property.type === 'RestElement' ? property : property.value, declares)
      }
      return undefined
    case 'AssignmentPattern':
      return declarePattern(parser, pattern.left, declares)
    case 'RestElement':
      return declarePattern(parser, pattern.argument, declares)
    default:
      return pattern satisfies never
  }
}

function declareName(parser: Parser, name: string, declares: Declares, place: Place): void {
  if (NEVER_ASSIGNED.includes(name)) parser.fail(`“${name}” cannot be given a value.`, place)
  const { names } = parser
  let free = true
  if (declares === 'lexical') free = names.declareLexical(name)
  else if (declares === 'variable') free = names.declareVariable(name)
  else if (declares === 'function') free = names.declareFunction(name)
  else if (declares === 'parameter') free = names.declareParameter(name)
  else if (declares === 'caught') names.declareCaught(name)
  if (!free) parser.fail(`“${name}” is declared twice.`, place)
}
