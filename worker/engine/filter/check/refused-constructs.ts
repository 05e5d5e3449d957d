import type { AnyNode, ArrowFunctionExpression } from 'acorn'
import { childrenOf } from './tree-nodes.ts'

/** Why filter code may not use this, though the language has it. */
export function refusedConstruct(node: AnyNode, isInFunction: boolean): string | undefined {
  switch (node.type) {
    case 'FunctionDeclaration':
    case 'FunctionExpression':
      return node.async ? notAvailable('“async”') : undefined
    case 'ArrowFunctionExpression':
      return node.async || isAsyncParameter(node) ? notAvailable('“async”') : undefined
    case 'ObjectExpression':
      // The parser overlooks it before a function, as in `[{ a = 1 }, () => 1]`.
      return node.properties.flatMap(childrenOf).some(({ type }) => type === 'AssignmentPattern')
        ? '“=” does not fit here.'
        : undefined
    case 'ImportExpression':
      return '“import” and “export” are not available in filter code.'
    case 'DebuggerStatement':
      return notAvailable('“debugger”')
    case 'ThisExpression':
      return isInFunction ? undefined : notAvailable('“this”')
    default:
      return undefined
  }
}

function notAvailable(what: string): string {
  return `${what} is not available in filter code.`
}

/** `async => 1` is a function with a parameter of that name, which the engine does not read. */
function isAsyncParameter({ params, start }: ArrowFunctionExpression): boolean {
  const [first] = params
  return first?.type === 'Identifier' && first.name === 'async' && first.start === start
}
