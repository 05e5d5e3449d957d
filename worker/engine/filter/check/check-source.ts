import type { AnyNode, CallExpression, MemberExpression, Program, VariableDeclarator } from 'acorn'
import type { FilterNames } from '../../../system/runner-api/filter-compiler.ts'
import { GLOBAL_NAMES } from '../global-names.ts'
import { appletShapes, metaShape } from './applet-shapes.ts'
import { notDefined, refusedName } from './known-names.ts'
import { languageShapes } from './language-shapes.ts'
import { NameScope, namesOf, scopeWithin } from './name-scope.ts'
import { readProgram } from './read-program.ts'
import { refusedConstruct } from './refused-constructs.ts'
import type { Shape } from './language-shapes.ts'
import { problemAt, type SourceProblem } from './source-place.ts'
import { childrenOf, memberName, unwrap } from './tree-nodes.ts'

/** Levels within each other, as the engine's stack holds about 280 of the largest. */
const MOST_NESTING = 200
/** Problems that are said at once. */
const MOST_PROBLEMS = 50
/** Methods of lists that call a function with an item: which of its parameters are items. */
const WITH_ITEMS = new Map<string, readonly number[]>([
  ...'every filter find findIndex findLast findLastIndex flatMap forEach map some'
    .split(' ')
    .map((name): [string, number[]] => [name, [0]]),
  ['reduce', [1]],
  ['reduceRight', [1]],
  ['sort', [0, 1]],
  ['toSorted', [0, 1]],
])

/** Finds what is wrong with filter code, in the order of its lines. Without `names`, services and steps are not checked. */
export function checkSource(source: string, names?: FilterNames): SourceProblem[] {
  const program = readProgram(source)
  if (!('type' in program)) return [program]
  const deep = findDeepNode(program)
  if (deep) return [problemAt(deep, 'This code is nested too deeply.')]
  return new SourceCheck(program, names).problems.toSorted(
    (one, other) => one.line - other.line || one.column - other.column,
  )
}

/** The first node that is nested too deeply. Chains such as `a.b.c` and `1 + 2 + 3` are no nesting. */
function findDeepNode(program: Program): AnyNode | undefined {
  const left: [node: AnyNode, depth: number][] = [[program, 0]]
  for (let next = left.pop(); next; next = left.pop()) {
    const [node, depth] = next
    if (depth > MOST_NESTING) return node
    const chained = chainedIn(node)
    for (const child of childrenOf(node)) left.push([child, child === chained ? depth : depth + 1])
  }
  return undefined
}

function chainedIn(node: AnyNode): AnyNode | undefined {
  switch (node.type) {
    case 'BinaryExpression':
    case 'LogicalExpression':
      return node.left
    case 'MemberExpression':
      return node.object
    case 'CallExpression':
      return node.callee
    case 'ChainExpression':
      return node.expression
    default:
      return undefined
  }
}

class SourceCheck {
  readonly problems: SourceProblem[] = []
  readonly #knowsServices: boolean
  /** Names that get another value after they were declared. */
  readonly #changed = new Set<string>()
  readonly #called = new Set<AnyNode>()
  /** Functions that get an item of a list, and the shape of the items. */
  readonly #items = new Map<AnyNode, readonly [parameters: readonly number[], item: Shape]>()

  constructor(program: Program, names: FilterNames | undefined) {
    this.#knowsServices = names !== undefined
    for (const name of changedNames(program)) this.#changed.add(name)
    const known: [string, Shape | null][] = [...GLOBAL_NAMES, 'Trigger'].map((name) => [name, null])
    const globals = [...known, ...languageShapes(), ['Meta', metaShape()] as const]
    const left: [node: AnyNode, scope: NameScope][] = [
      [program, new NameScope(null, [...globals, ...(names ? appletShapes(names) : [])])],
    ]
    for (let next = left.pop(); next && this.problems.length < MOST_PROBLEMS; next = left.pop()) {
      const [node, around] = next
      const scope = scopeWithin(node, around)
      this.#check(node, scope)
      left.push(
        ...childrenOf(node)
          .toReversed()
          .map((child): [AnyNode, NameScope] => [child, scope]),
      )
    }
  }

  #report(node: AnyNode, message: string | undefined): void {
    if (message !== undefined) this.problems.push(problemAt(node, message))
  }

  #check(node: AnyNode, scope: NameScope): void {
    this.#report(node, refusedConstruct(node, scope.isInFunction))
    switch (node.type) {
      case 'Identifier':
        return this.#checkName(node, node.name, scope)
      case 'MemberExpression':
        return this.#checkMember(node, scope)
      case 'CallExpression':
        return this.#checkCall(node, scope)
      case 'VariableDeclarator':
        return this.#describe(node, scope)
      case 'ForOfStatement': {
        const [declared] = node.left.type === 'VariableDeclaration' ? node.left.declarations : []
        const { item } = this.#shapeOf(node.right, scope) ?? {}
        if (declared && item) this.#bind(declared.id, item, scope)
        return
      }
      case 'FunctionExpression':
      case 'ArrowFunctionExpression': {
        const [parameters, item] = this.#items.get(node) ?? []
        for (const at of parameters ?? []) {
          const parameter = node.params[at]
          if (parameter && item) this.#bind(parameter, item, scope)
        }
      }
    }
  }

  #checkName(node: AnyNode, name: string, scope: NameScope): void {
    if (scope.find(name) || (name === 'arguments' && scope.isInFunction)) return
    const refused = refusedName(name)
    // Where the Applet is not known, a name in capitals may be one of its services.
    if (refused === undefined && !this.#knowsServices && /^[A-Z_]/.test(name)) return
    this.#report(node, refused ?? notDefined(name, scope.known()))
  }

  #checkMember(node: MemberExpression, scope: NameScope): void {
    const of = this.#shapeOf(node.object, scope)
    const name = memberName(node)
    if (!of || name === undefined || of.members.has(name)) return
    this.#report(node.property, of.missing(name, this.#called.has(node)))
  }

  #checkCall({ callee, arguments: given }: CallExpression, scope: NameScope): void {
    const called = unwrap(callee)
    this.#called.add(called)
    const shape = this.#shapeOf(called, scope)
    if (shape && !shape.isFunction) {
      const place = called.type === 'MemberExpression' ? called.property : called
      this.#report(place, `“${shape.name}” is not a function.`)
    }
    if (called.type !== 'MemberExpression') return
    const { item } = this.#shapeOf(called.object, scope) ?? {}
    const parameters = WITH_ITEMS.get(memberName(called) ?? '')
    const [callback] = given
    if (item && parameters && callback) this.#items.set(unwrap(callback), [parameters, item])
  }

  /** Notes what a declared name stands for. */
  #describe({ id, init }: VariableDeclarator, scope: NameScope): void {
    const shape = init && this.#shapeOf(init, scope)
    if (shape) this.#bind(id, shape, scope)
  }

  #bind(pattern: AnyNode, shape: Shape, scope: NameScope): void {
    if (pattern.type === 'Identifier') {
      if (!this.#changed.has(pattern.name)) scope.find(pattern.name)?.names.set(pattern.name, shape)
    } else if (pattern.type === 'ObjectPattern') {
      for (const property of pattern.properties) {
        if (property.type !== 'Property' || property.computed || property.key.type !== 'Identifier') continue
        const { name } = property.key
        if (!shape.members.has(name)) this.#report(property.key, shape.missing(name, false))
        const member = shape.members.get(name)
        if (member) this.#bind(property.value, member, scope)
      }
    }
  }

  /** What is known of a value. No chain that matters is longer than `links`. */
  #shapeOf(expression: AnyNode, scope: NameScope, links = 4): Shape | null {
    const node = unwrap(expression)
    if (node.type === 'Identifier') return scope.find(node.name)?.names.get(node.name) ?? null
    if (node.type !== 'MemberExpression' || links === 0) return null
    const of = this.#shapeOf(node.object, scope, links - 1)
    const name = memberName(node)
    return (name === undefined ? of?.item : of?.members.get(name)) ?? null
  }
}

/** Names that an assignment, `++`, or a loop without a declaration gives a value, and those of two `var`. */
function changedNames(program: Program): string[] {
  const changed: string[] = []
  const declared = new Set<string>()
  const left: AnyNode[] = [program]
  for (let node = left.pop(); node; node = left.pop()) {
    left.push(...childrenOf(node))
    if (node.type === 'AssignmentExpression') changed.push(...namesOf(unwrap(node.left)))
    else if (node.type === 'UpdateExpression') changed.push(...namesOf(unwrap(node.argument)))
    else if (node.type === 'ForInStatement' || node.type === 'ForOfStatement') changed.push(...namesOf(node.left))
    else if (node.type === 'VariableDeclaration' && node.kind === 'var') {
      for (const name of node.declarations.flatMap(({ id }) => namesOf(id))) {
        if (declared.has(name)) changed.push(name)
        declared.add(name)
      }
    }
  }
  return changed
}
