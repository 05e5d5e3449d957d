import { parseLoop } from './parse-loops.ts'
import { parseDeclaration } from './parse-declarations.ts'
import { parseFunctionDeclaration } from './parse-functions.ts'
import { parseExpression, parseTest } from './parse-operators.ts'
import { declarePattern, parseBinding } from './parse-patterns.ts'
import type { Parser } from './parser.ts'
import { skipClass } from './skip-class.ts'
import type { BlockStatement, IfStatement, Statement, SwitchStatement, TryStatement } from './source-tree.ts'

/** The statements up to the closing brace, and that brace. */
export function parseStatements(parser: Parser): Statement[] {
  const statements: Statement[] = []
  while (!parser.eat('}')) statements.push(parseStatement(parser, true))
  return statements
}

/** A statement; `declares` where it may declare something, which it may not directly after `if (…)` and the like. */
export function parseStatement(parser: Parser, declares = false): Statement {
  parser.enter()
  const statement = readStatement(parser, declares)
  parser.leave()
  return statement
}

function readStatement(parser: Parser, declares: boolean): Statement {
  const { token } = parser
  const keyword = token.kind === 'sign' || (token.kind === 'word' && !token.escaped) ? token.value : ''
  switch (keyword) {
    case '{':
      return parseBlock(parser)
    case ';':
      parser.next()
      return parser.node(token, 'EmptyStatement', {})
    case 'var':
      return endDeclaration(parser)
    case 'let':
    case 'const':
      if (!declares) parser.unexpected()
      return endDeclaration(parser)
    case 'function':
      if (!declares) parser.unexpected()
      return parseFunctionDeclaration(parser)
    case 'if':
      return parseIf(parser)
    case 'for':
    case 'while':
    case 'do':
      return parseLoop(parser, keyword, parseStatement)
    case 'switch':
      return parseSwitch(parser)
    case 'return':
    case 'throw':
      return parseEnd(parser, keyword)
    case 'try':
      return parseTry(parser)
    case 'break':
    case 'continue':
      return parseJump(parser, keyword)
    case 'class':
      parser.report('“class”')
      skipClass(parser)
      return parser.node(token, 'EmptyStatement', {})
    case 'import':
    case 'export':
      return parser.fail('“import” and “export” are not available in filter code.')
    case 'debugger':
      parser.report('“debugger”')
      parser.next()
      parser.endStatement()
      return parser.node(token, 'EmptyStatement', {})
    case 'with':
      parser.report('“with”')
      parser.next()
      parseTest(parser)
      return parseStatement(parser)
    case 'async':
      if (!/^[\t ]+function\b/.test(parser.source.slice(token.end, token.end + 40))) break
      parser.report('“async”')
      parser.next()
      return parseFunctionDeclaration(parser, token)
    default:
  }
  return parseExpressionStatement(parser)
}

function parseExpressionStatement(parser: Parser): Statement {
  const { token, isName } = parser
  const expression = parseExpression(parser)
  if (isName && expression.type === 'Identifier' && !parser.inParentheses.has(expression) && parser.is(':')) {
    const wasStatement = /^\s*(?:for|while|do|switch|if|\{)/.test(parser.source.slice(parser.token.end))
    if (!wasStatement) parser.unexpected()
    parser.report(`A label (“${expression.name}:”)`, token)
    parser.next()
    return parseStatement(parser)
  }
  parser.endStatement()
  return parser.node(token, 'ExpressionStatement', { expression })
}

function endDeclaration(parser: Parser): Statement {
  const declaration = parseDeclaration(parser, false)
  parser.endStatement()
  return declaration
}

function parseBlock(parser: Parser): BlockStatement {
  const start = parser.token
  parser.expect('{')
  const body = parser.names.within(false, () => parseStatements(parser))
  return parser.node(start, 'BlockStatement', { body })
}

function parseIf(parser: Parser): IfStatement {
  const start = parser.token
  parser.next()
  const test = parseTest(parser)
  const consequent = parseStatement(parser)
  const alternate = parser.eat('else') ? parseStatement(parser) : null
  return parser.node(start, 'IfStatement', { test, consequent, alternate })
}

function parseSwitch(parser: Parser): SwitchStatement {
  const start = parser.token
  parser.next()
  const discriminant = parseTest(parser)
  parser.expect('{')
  parser.switches++
  const cases = parser.names.within(false, () => parseCases(parser))
  parser.switches--
  parser.next()
  return parser.node(start, 'SwitchStatement', { discriminant, cases })
}

function parseCases(parser: Parser): SwitchStatement['cases'] {
  const cases: SwitchStatement['cases'] = []
  while (!parser.is('}')) {
    const start = parser.token
    const isDefault = parser.eat('default')
    if (!isDefault) parser.expect('case')
    if (isDefault && cases.some(({ test }) => test === null)) parser.fail('“default” stands here twice.', start)
    const test = isDefault ? null : parseExpression(parser)
    parser.expect(':')
    const consequent: Statement[] = []
    while (!['case', 'default', '}'].some((end) => parser.is(end))) consequent.push(parseStatement(parser, true))
    cases.push({ test, consequent })
  }
  return cases
}

function parseEnd(parser: Parser, keyword: 'return' | 'throw'): Statement {
  const start = parser.token
  parser.next()
  if (keyword === 'throw') {
    if (parser.onNewLine) parser.fail('“throw” needs its value on the same line.')
    const argument = parseExpression(parser)
    parser.endStatement()
    return parser.node(start, 'ThrowStatement', { argument })
  }
  const argument = parser.endsStatement ? null : parseExpression(parser)
  parser.endStatement()
  return parser.node(start, 'ReturnStatement', { argument })
}

function parseJump(parser: Parser, keyword: 'break' | 'continue'): Statement {
  const start = parser.token
  parser.next()
  if (parser.isName && !parser.onNewLine) parser.report(`A label (“${parser.identifier().name}”)`, start)
  else if (parser.loops === 0 && (keyword === 'continue' || parser.switches === 0)) {
    parser.fail(`“${keyword}” needs a loop around it.`, start)
  }
  parser.endStatement()
  return parser.node(start, keyword === 'break' ? 'BreakStatement' : 'ContinueStatement', {})
}

function parseTry(parser: Parser): TryStatement {
  const start = parser.token
  parser.next()
  const block = parseBlock(parser)
  const handler = parser.eat('catch') ? parser.names.within(false, () => parseCatch(parser)) : null
  const finalizer = parser.eat('finally') ? parseBlock(parser) : null
  if (!handler && !finalizer) parser.fail('“try” needs “catch” or “finally”.', start)
  return parser.node(start, 'TryStatement', { block, handler, finalizer })
}

function parseCatch(parser: Parser): NonNullable<TryStatement['handler']> {
  const hasParam = parser.eat('(')
  const param = hasParam ? parseBinding(parser) : null
  if (hasParam) parser.expect(')')
  if (param) declarePattern(parser, param, param.type === 'Identifier' ? 'caught' : 'lexical')
  const start = parser.token
  parser.expect('{')
  const body = parseStatements(parser)
  return { param, body: parser.node(start, 'BlockStatement', { body }) }
}
