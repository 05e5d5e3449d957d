import { parseDeclaration } from './parse-declarations.ts'
import { parseAssignment, parseExpression, parseTest } from './parse-operators.ts'
import { declarePattern, toPattern } from './parse-patterns.ts'
import type { Parser } from './parser.ts'
import type { ForEachStatement, ForStatement, Place, Statement, WhileStatement } from './source-tree.ts'

type ParseStatement = (parser: Parser) => Statement

export function parseLoop(parser: Parser, keyword: 'for' | 'while' | 'do', parseStatement: ParseStatement): Statement {
  const start = parser.token
  parser.next()
  const parseBody = () => {
    parser.loops++
    const body = parseStatement(parser)
    parser.loops--
    return body
  }
  switch (keyword) {
    case 'while': {
      const test = parseTest(parser)
      return parser.node(start, 'WhileStatement', { test, body: parseBody() })
    }
    case 'do':
      return parseDo(parser, start, parseBody())
    case 'for':
      return parser.names.within(false, () => parseFor(parser, start, parseBody))
    default:
      return keyword satisfies never
  }
}

function parseDo(parser: Parser, start: Place, body: Statement): WhileStatement {
  parser.expect('while')
  const test = parseTest(parser)
  parser.eat(';')
  return parser.node(start, 'DoWhileStatement', { test, body })
}

function parseFor(parser: Parser, start: Place, parseBody: () => Statement): ForStatement | ForEachStatement {
  if (parser.is('await')) {
    parser.report('“for await”')
    parser.next()
  }
  parser.expect('(')
  const head = parser.token
  const from = parser.defaults.length
  let init: ForStatement['init'] = null
  parser.allowsIn = false
  if (parser.is('let') || parser.is('const') || parser.is('var')) init = parseDeclaration(parser, true)
  else if (!parser.is(';')) init = parseExpression(parser, true)
  parser.allowsIn = true
  const over = parser.is('of') ? 'of' : parser.is('in') ? 'in' : undefined
  const single = init?.type !== 'VariableDeclaration' || init.declarations.length === 1
  if (init && over && single) {
    const [declared] = init.type === 'VariableDeclaration' ? init.declarations : []
    if (declared?.init) parser.unexpected()
    const isAsync = over === 'of' && head.kind === 'word' && !head.escaped && head.value === 'async'
    if (isAsync && init.type === 'Identifier' && !parser.inParentheses.has(init)) parser.unexpected()
    parser.defaults.length = from
    const left = init.type === 'VariableDeclaration' ? init : toPattern(parser, init, false)
    if (left.type === 'AssignmentPattern') parser.unexpected()
    if (left.type !== 'VariableDeclaration') declarePattern(parser, left, 'target')
    parser.next()
    const right = over === 'of' ? parseAssignment(parser) : parseExpression(parser)
    parser.expect(')')
    const type = over === 'of' ? 'ForOfStatement' : 'ForInStatement'
    return parser.node(start, type, { left, right, body: parseBody() })
  }
  parser.refuseDefaults(from)
  parser.expect(';')
  const test = parser.is(';') ? null : parseExpression(parser)
  parser.expect(';')
  const update = parser.is(')') ? null : parseExpression(parser)
  parser.expect(')')
  return parser.node(start, 'ForStatement', { init, test, update, body: parseBody() })
}
