import type { Pattern, Statement, VariableDeclaration } from '../parse/source-tree.ts'

/** The names that a pattern declares. */
export function namesOf(pattern: Pattern): string[] {
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

export function declaredBy({ declarations }: VariableDeclaration): string[] {
  return declarations.flatMap(({ id }) => namesOf(id))
}

/** The names of `let`, `const` and functions directly in a block. */
export function blockNames(body: readonly Statement[]): string[] {
  return body.flatMap((statement) => {
    if (statement.type === 'FunctionDeclaration') return [statement.id.name]
    return statement.type === 'VariableDeclaration' && statement.kind !== 'var' ? declaredBy(statement) : []
  })
}

/** The names of `var` in a function or program, wherever they stand in it. */
export function variableNames(body: readonly Statement[]): string[] {
  return [...new Set(body.flatMap(variablesIn))]
}

function variablesIn(statement: Statement | null | undefined): string[] {
  switch (statement?.type) {
    case 'VariableDeclaration':
      return statement.kind === 'var' ? declaredBy(statement) : []
    case 'BlockStatement':
      return statement.body.flatMap(variablesIn)
    case 'IfStatement':
      return [...variablesIn(statement.consequent), ...variablesIn(statement.alternate)]
    case 'ForStatement':
      return [
        ...(statement.init?.type === 'VariableDeclaration' ? variablesIn(statement.init) : []),
        ...variablesIn(statement.body),
      ]
    case 'ForOfStatement':
    case 'ForInStatement':
      return [
        ...(statement.left.type === 'VariableDeclaration' ? variablesIn(statement.left) : []),
        ...variablesIn(statement.body),
      ]
    case 'WhileStatement':
    case 'DoWhileStatement':
      return variablesIn(statement.body)
    case 'SwitchStatement':
      return statement.cases.flatMap(({ consequent }) => consequent.flatMap(variablesIn))
    case 'TryStatement':
      return [
        ...variablesIn(statement.block),
        ...variablesIn(statement.handler?.body),
        ...variablesIn(statement.finalizer),
      ]
    default:
      return []
  }
}
