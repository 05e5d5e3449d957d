import { nothing, parseAtom, parseItems } from './parse-atoms.ts'
import { parseArrow } from './parse-functions.ts'
import { parseTemplate } from './parse-template.ts'
import type { Parser } from './parser.ts'
import type {
  CallExpression,
  Expression,
  MemberExpression,
  NewExpression,
  Place,
  SpreadElement,
} from './source-tree.ts'

/** `a.b[c](d)`. */
export function parseChain(parser: Parser): Expression {
  const start = parser.token
  const startsAsync = parser.arrowAt === start.start && parser.is('async')
  const atom = parser.is('new') ? parseNew(parser) : parseAtom(parser)
  if (atom.type === 'ArrowFunctionExpression' && !parser.inParentheses.has(atom)) return atom
  return parseLinks(parser, start, atom, true, startsAsync)
}

/** Parses the links after the start of a chain; without calls after `new`. */
function parseLinks(parser: Parser, start: Place, atom: Expression, calls: boolean, startsAsync = false): Expression {
  let isOptional = false
  let last: MemberExpression | CallExpression | undefined
  for (let at = atom; ;) {
    const optional = parser.is('?.')
    if (optional && !calls) parser.unexpected()
    isOptional ||= optional
    const canBeAsync = startsAsync && at === atom && !parser.onNewLine
    if (optional) parser.next()
    if (parser.eat('[')) {
      const property = parser.inside(() => parser.grammar.expression(parser))
      parser.expect(']')
      last = parser.node(start, 'MemberExpression', { object: at, property, computed: true, optional })
    } else if (parser.is('`')) {
      if (isOptional) parser.unexpected()
      parser.report('A function before a template text', start)
      parseTemplate(parser)
      return parseLinks(parser, start, nothing(parser), calls)
    } else if (calls && parser.is('(')) {
      const from = parser.defaults.length
      const items = parseArguments(parser)
      if (canBeAsync && !optional && parser.is('=>') && !parser.onNewLine) {
        parser.report('“async”', start)
        parser.defaults.length = from
        return parseArrow(parser, start, items)
      }
      parser.refuseDefaults(from)
      last = parser.node(start, 'CallExpression', { callee: at, arguments: items, optional })
    } else if (optional || parser.eat('.')) {
      const property = parser.word()
      last = parser.node(start, 'MemberExpression', { object: at, property, computed: false, optional })
    } else {
      return isOptional && last ? parser.node(start, 'ChainExpression', { expression: last }) : at
    }
    at = last
  }
}

function parseArguments(parser: Parser): (Expression | SpreadElement)[] {
  parser.next()
  return parseItems(parser, ')', true).filter((item) => item !== null)
}

function parseNew(parser: Parser): NewExpression | Expression {
  const start = parser.token
  parser.enter()
  parser.next()
  if (parser.eat('.')) {
    if (!parser.eat('target')) parser.unexpected()
    parser.report('“new.target”', start)
    parser.leave()
    return nothing(parser)
  }
  const calleeStart = parser.token
  const atom = parser.is('new') ? parseNew(parser) : parseAtom(parser)
  const callee = parseLinks(parser, calleeStart, atom, false)
  const from = parser.defaults.length
  const items = parser.is('(') ? parseArguments(parser) : []
  parser.refuseDefaults(from)
  parser.leave()
  return parser.node(start, 'NewExpression', { callee, arguments: items })
}
