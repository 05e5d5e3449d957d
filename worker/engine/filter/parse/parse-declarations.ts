import { declarePattern, parseBinding } from './parse-patterns.ts'
import type { Parser } from './parser.ts'
import type { VariableDeclaration } from './source-tree.ts'

/** `let a = 1, b`, without what ends it; `inFor` at the start of a loop, where `of` or `in` may follow. */
export function parseDeclaration(parser: Parser, inFor: boolean): VariableDeclaration {
  const start = parser.token
  const kind = parser.is('let') ? 'let' : parser.is('const') ? 'const' : 'var'
  const declarations: VariableDeclaration['declarations'] = []
  parser.next()
  do {
    const id = parseBinding(parser)
    declarePattern(parser, id, kind === 'var' ? 'variable' : 'lexical')
    const init = parser.eat('=') ? parser.grammar.assignment(parser) : null
    if (!init && (kind === 'const' || id.type !== 'Identifier') && !(inFor && (parser.is('of') || parser.is('in')))) {
      if (!parser.endsStatement && !parser.is(',')) parser.unexpected()
      parser.fail('A value is missing: write “= …” after the name.', id)
    }
    declarations.push({ id, init })
  } while (parser.eat(','))
  return parser.node(start, 'VariableDeclaration', { kind, declarations })
}
