import type { Parser } from './parser.ts'
import type { Expression, TemplateLiteral } from './source-tree.ts'

/** `text ${value} text`. */
export function parseTemplate(parser: Parser): TemplateLiteral {
  const start = parser.token
  const texts: string[] = []
  const expressions: Expression[] = []
  for (;;) {
    const { text, closed } = parser.readTemplateText(parser.token.end)
    texts.push(text)
    if (closed) return parser.node(start, 'TemplateLiteral', { texts, expressions })
    expressions.push(parser.inside(() => parser.grammar.expression(parser)))
    if (!parser.is('}')) parser.unexpected()
  }
}
