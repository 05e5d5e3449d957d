import type { AnyNode } from 'acorn'

/** Why filter code may not use this, though the language has it. */
export function refusedConstruct(node: AnyNode, isInFunction: boolean): string | undefined {
  switch (node.type) {
    case 'FunctionDeclaration':
    case 'FunctionExpression':
    case 'ArrowFunctionExpression':
      return node.async ? notAvailable('“async”') : undefined
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
