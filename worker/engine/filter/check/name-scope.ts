import type { AnyNode, Node } from 'acorn'
import type { Shape } from './language-shapes.ts'
import { childrenOf } from './tree-nodes.ts'

/** The names declared at a place of the code, and what is known of their values. */
export class NameScope {
  readonly names: Map<string, Shape | null>
  readonly around: NameScope | null
  /** Whether `this` and `arguments` mean something here. */
  readonly isInFunction: boolean

  constructor(around: NameScope | null, names: Iterable<readonly [string, Shape | null]>, isFunction = false) {
    this.around = around
    this.names = new Map(names)
    this.isInFunction = isFunction || (around?.isInFunction ?? false)
  }

  /** The scope that declares this name, seen from here. */
  find(name: string): NameScope | null {
    return this.names.has(name) ? this : (this.around?.find(name) ?? null)
  }

  known(): string[] {
    return [...this.names.keys(), ...(this.around?.known() ?? [])]
  }
}

/** The scope of what is in this node; the scope around where the node opens none. */
export function scopeWithin(node: AnyNode, around: NameScope): NameScope {
  switch (node.type) {
    case 'Program':
      return opened(around, [...blockNames(node.body), ...variableNames(node.body)])
    case 'FunctionDeclaration':
    case 'FunctionExpression':
    case 'ArrowFunctionExpression': {
      const own = node.type === 'FunctionExpression' && node.id ? [node.id.name] : []
      const names = [...own, ...node.params.flatMap(namesOf), ...variableNames([node.body])]
      return opened(around, names, node.type !== 'ArrowFunctionExpression')
    }
    case 'StaticBlock':
      return opened(around, [...blockNames(node.body), ...variableNames(node.body)], true)
    case 'PropertyDefinition':
      return opened(around, [], true)
    case 'ClassExpression':
      return node.id ? opened(around, [node.id.name]) : around
    case 'BlockStatement':
      return opened(around, blockNames(node.body))
    case 'SwitchStatement':
      return opened(
        around,
        node.cases.flatMap(({ consequent }) => blockNames(consequent)),
      )
    case 'ForStatement':
      return node.init ? opened(around, blockNames([node.init])) : around
    case 'ForInStatement':
    case 'ForOfStatement':
      return opened(around, blockNames([node.left]))
    case 'CatchClause':
      return node.param ? opened(around, namesOf(node.param)) : around
    default:
      return around
  }
}

function opened(around: NameScope, names: readonly string[], isFunction = false): NameScope {
  if (names.length === 0 && !isFunction) return around
  return new NameScope(
    around,
    names.map((name) => [name, null] as const),
    isFunction,
  )
}

/** The names that a pattern declares, or gives values to. */
export function namesOf(pattern: AnyNode): string[] {
  switch (pattern.type) {
    case 'Identifier':
      return [pattern.name]
    case 'ObjectPattern':
      return pattern.properties.flatMap((property) =>
        namesOf(property.type === 'RestElement' ? property.argument : property.value),
      )
    case 'ArrayPattern':
      return pattern.elements.flatMap((element) => (element ? namesOf(element) : []))
    case 'RestElement':
      return namesOf(pattern.argument)
    case 'AssignmentPattern':
      return namesOf(pattern.left)
    default:
      return []
  }
}

/** The names of `let`, `const`, functions and classes directly in a block. */
function blockNames(body: readonly AnyNode[]): string[] {
  return body.flatMap((statement) => {
    switch (statement.type) {
      case 'FunctionDeclaration':
      case 'ClassDeclaration':
        return statement.id ? [statement.id.name] : []
      case 'VariableDeclaration':
        return statement.kind === 'var' ? [] : statement.declarations.flatMap(({ id }) => namesOf(id))
      default:
        return []
    }
  })
}

const OWN_VARIABLES = /Function|^Class/

/** The names of `var` in a function or program, wherever they stand in it. */
function variableNames(body: readonly Node[]): string[] {
  const names = new Set<string>()
  const left = [...body] as AnyNode[]
  for (let node = left.pop(); node; node = left.pop()) {
    if (node.type === 'VariableDeclaration' && node.kind === 'var') {
      for (const name of node.declarations.flatMap(({ id }) => namesOf(id))) names.add(name)
    }
    if (!OWN_VARIABLES.test(node.type)) left.push(...childrenOf(node))
  }
  return [...names]
}
