import { parseTemplate } from './parse-template.ts'
import type { Parser } from './parser.ts'

/** Goes past a class, which is refused, so that the code after it is checked too. */
export function skipClass(parser: Parser): void {
  do skipToken(parser)
  while (!parser.is('{'))
  let depth = 0
  do {
    if (parser.is('{')) depth++
    else if (parser.is('}')) depth--
    skipToken(parser)
  } while (depth > 0)
}

function skipToken(parser: Parser): void {
  const { token } = parser
  if (token.kind === 'end') parser.unexpected()
  if (parser.is('`')) return void parseTemplate(parser)
  const endsValue = token.kind !== 'sign' || [')', ']', '}'].includes(token.value)
  parser.next()
  if (!endsValue && parser.is('/')) parser.readRegExp()
}
