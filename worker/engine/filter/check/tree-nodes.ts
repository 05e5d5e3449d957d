import type { AnyNode, Expression, MemberExpression, Pattern } from 'acorn'

/** The parts of a node that are code of their own, in their order; names that are no references are left out. */
export function childrenOf(node: AnyNode): AnyNode[] {
  switch (node.type) {
    case 'MemberExpression':
      return node.computed ? [node.object, node.property] : [node.object]
    case 'Property':
    case 'MethodDefinition':
    case 'PropertyDefinition':
      return [...(node.computed ? [node.key] : []), ...(node.value ? [node.value] : [])]
    case 'LabeledStatement':
      return [node.body]
    case 'BreakStatement':
    case 'ContinueStatement':
    case 'MetaProperty':
      return []
    case 'UnaryExpression':
      // Of a name that may not exist, `typeof` may be asked.
      return node.operator === 'typeof' && node.argument.type === 'Identifier' ? [] : [node.argument]
    default:
      return Object.values(node).flat().filter(isNode)
  }
}

function isNode(value: unknown): value is AnyNode {
  return typeof value === 'object' && value !== null && 'type' in value
}

/** The name that `of.name` or `of["name"]` asks for; undefined where it is computed. */
export function memberName({ property, computed }: MemberExpression): string | undefined {
  if (!computed) return property.type === 'Identifier' ? property.name : undefined
  return property.type === 'Literal' && typeof property.value === 'string' ? property.value : undefined
}

/** What stands in parentheses, or in a chain with `?.`. */
export function unwrap(node: AnyNode): Expression | Pattern | AnyNode {
  let inner = node
  while (inner.type === 'ParenthesizedExpression' || inner.type === 'ChainExpression') inner = inner.expression
  return inner
}
