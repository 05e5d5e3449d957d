import { type Node, Parser } from 'acorn'
import { compilePattern } from '../regexp/pattern-program.ts'
import { PatternProblem } from '../regexp/pattern-tree.ts'

/** Thrown where a tree has what filter code may not use. */
class NotAllowed extends Error {}

/** Reads code with acorn as filter code is read: strict, with `return` at its outside. Null where it is refused. */
export function acornTree(source: string): string | null {
  let program: Node
  try {
    program = Parser.parse(source, {
      ecmaVersion: 2024,
      sourceType: 'module',
      allowReturnOutsideFunction: true,
      locations: true,
    })
  } catch (error) {
    if (error instanceof SyntaxError) return null
    throw error
  }
  return 'body' in program ? comparable(program.body) : null
}

/** A tree of either parser as text, without what the other does not say, or null where it has what filter code may not use. */
export function comparable(tree: unknown): string | null {
  try {
    return JSON.stringify(normalize(tree))
  } catch (error) {
    if (error instanceof NotAllowed) return null
    throw error
  }
}

const NOT_ALLOWED =
  /^(?:Class|Import|Export|Await|Yield|MetaProperty|This|Super|TaggedTemplate|Labeled|With|Debugger|Private|StaticBlock)/
const LEFT_OUT = ['type', 'start', 'end', 'loc', 'line', 'column', 'endLine', 'raw', 'directive', 'method', 'kind']
const NOT_IN_OURS = ['shorthand', 'await', 'async', 'generator', 'label']

function normalize(node: unknown): unknown {
  if (Array.isArray(node)) return node.map(normalize)
  if (typeof node === 'bigint') throw new NotAllowed()
  if (typeof node !== 'object' || node === null) return node
  if (node instanceof RegExp) return null
  const fields = new Map<string, unknown>(Object.entries(node))
  const type = fields.get('type')
  if (typeof type !== 'string') return normalizeAll([...fields])
  checkAllowed(type, fields)
  if (fields.has('regex')) checkPattern(fields.get('regex'))
  if (type === 'TemplateLiteral' && fields.has('quasis')) {
    fields.set(
      'texts',
      listOf(fields.get('quasis')).map((quasi) => at(quasi, 'value', 'cooked')),
    )
    fields.delete('quasis')
  }
  const kept = [...fields].filter(([name]) => {
    if (LEFT_OUT.includes(name)) return name === 'kind' && type === 'VariableDeclaration'
    if (name === 'prefix') return type === 'UpdateExpression'
    if (name === 'expression') return type === 'ExpressionStatement' || type === 'ChainExpression'
    if (name === 'id') return type !== 'ArrowFunctionExpression'
    if (name === 'regex' || name === 'value') return name === 'value' ? !fields.has('regex') : fields.has('regex')
    return !NOT_IN_OURS.includes(name)
  })
  const place = `${at(node, 'loc', 'start', 'line') ?? at(node, 'line')}:${columnOf(node)}`
  // Declarators, cases and catch clauses have no place and kind of their own in our tree.
  const isPart = ['VariableDeclarator', 'SwitchCase', 'CatchClause'].includes(type)
  return { ...(isPart ? {} : { is: `${type} ${place}` }), ...normalizeAll(kept) }
}

/** In the order of their names, as the parsers have orders of their own. */
function normalizeAll(fields: [string, unknown][]): Record<string, unknown> {
  const sorted = fields.toSorted(([one], [other]) => (one < other ? -1 : 1))
  return Object.fromEntries(sorted.map(([name, value]) => [name, normalize(value)]))
}

function checkAllowed(type: string, fields: ReadonlyMap<string, unknown>): void {
  const kind = fields.get('kind')
  if (
    NOT_ALLOWED.test(type) ||
    fields.get('async') === true ||
    fields.get('generator') === true ||
    fields.get('await') === true ||
    kind === 'get' ||
    kind === 'set' ||
    (fields.has('bigint') && typeof fields.get('bigint') === 'string')
  ) {
    throw new NotAllowed()
  }
}

/** Which regular expressions work is for worker/engine/filter/regexp to say. */
function checkPattern(regex: unknown): void {
  try {
    compilePattern(String(at(regex, 'pattern')), String(at(regex, 'flags')))
  } catch (error) {
    if (error instanceof PatternProblem) throw new NotAllowed()
    throw error
  }
}

function columnOf(node: object): unknown {
  const column = at(node, 'loc', 'start', 'column')
  return typeof column === 'number' ? column + 1 : at(node, 'column')
}

function listOf(value: unknown): unknown[] {
  return Array.isArray(value) ? value : []
}

function at(value: unknown, ...path: string[]): unknown {
  return path.reduce<unknown>(
    (found, name) => (typeof found === 'object' && found !== null ? Reflect.get(found, name) : undefined),
    value,
  )
}
