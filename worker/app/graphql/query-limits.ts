import { Kind, visit, type DocumentNode, type FragmentDefinitionNode, type SelectionSetNode } from 'graphql'

/** Far above what five operations need, far below what hurts. The parser stops at this many tokens. */
export const MAX_TOKENS = 800
const MAX_DEPTH = 6
const MAX_FIELDS = 200
const MAX_ROOT_FIELDS = 5
const MAX_ALIASES = 15
const MAX_DIRECTIVES = 8

/**
 * Why a document is too large, or null. Fields are counted as they run: a fragment's fields count each time it is
 * spread.
 */
export function queryLimitProblem(document: DocumentNode): string | null {
  let aliases = 0
  let directives = 0
  visit(document, {
    Field: ({ alias }) => void (aliases += alias ? 1 : 0),
    Directive: () => void (directives += 1),
  })
  if (aliases > MAX_ALIASES) return `A document may contain at most ${MAX_ALIASES} aliases.`
  if (directives > MAX_DIRECTIVES) return `A document may contain at most ${MAX_DIRECTIVES} directives.`
  const weigh = weigher(document)
  for (const definition of document.definitions) {
    if (definition.kind !== Kind.OPERATION_DEFINITION) continue
    const { depth, fields, roots } = weigh(definition.selectionSet)
    if (depth > MAX_DEPTH) return `Fields may be nested at most ${MAX_DEPTH} levels deep.`
    if (fields > MAX_FIELDS) return `An operation may select at most ${MAX_FIELDS} fields.`
    if (roots > MAX_ROOT_FIELDS) return `An operation may select at most ${MAX_ROOT_FIELDS} root fields.`
  }
  return null
}

/** `roots`: fields at the selection's own level. */
type Weight = { depth: number; fields: number; roots: number }
const NOTHING: Weight = { depth: 0, fields: 0, roots: 0 }
/** A fragment that contains itself. */
const ENDLESS: Weight = { depth: Infinity, fields: Infinity, roots: Infinity }

function weigher(document: DocumentNode): (set: SelectionSetNode) => Weight {
  const fragments = new Map<string, FragmentDefinitionNode>()
  for (const each of document.definitions)
    if (each.kind === Kind.FRAGMENT_DEFINITION) fragments.set(each.name.value, each)
  // Each fragment is weighed once. A spread of it inside itself finds ENDLESS.
  const known = new Map<string, Weight>()

  function ofFragment(name: string): Weight {
    const weighed = known.get(name)
    if (weighed) return weighed
    known.set(name, ENDLESS)
    const fragment = fragments.get(name)
    const weight = fragment ? ofSet(fragment.selectionSet) : NOTHING
    known.set(name, weight)
    return weight
  }
  function ofSet({ selections }: SelectionSetNode): Weight {
    return selections.map(ofSelection).reduce(add, NOTHING)
  }
  function ofSelection(selection: SelectionSetNode['selections'][number]): Weight {
    if (selection.kind === Kind.FRAGMENT_SPREAD) return ofFragment(selection.name.value)
    if (selection.kind === Kind.INLINE_FRAGMENT) return ofSet(selection.selectionSet)
    const { depth, fields } = selection.selectionSet ? ofSet(selection.selectionSet) : NOTHING
    return { depth: depth + 1, fields: fields + 1, roots: 1 }
  }
  return ofSet
}

function add(a: Weight, b: Weight): Weight {
  return { depth: Math.max(a.depth, b.depth), fields: a.fields + b.fields, roots: a.roots + b.roots }
}
