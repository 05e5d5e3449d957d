import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { main } from '../../processes/run.ts'
import { fromPackage } from '../../published-data/from-package.ts'

/** Not among our packages: it has 8 MB, of which we need 3 KB. */
const PACKAGE = '@linear/sdk@98.0.0'

/** The types that our file names, with the fields of each that it uses. */
const TYPES: Record<string, readonly string[]> = {
  Query: ['viewer', 'teams', 'users', 'issues', 'comments'],
  Mutation: ['issueCreate', 'commentCreate'],
  User: ['id', 'name', 'email'],
  Team: ['id', 'name'],
  WorkflowState: ['name'],
  Issue: 'id identifier title description url priorityLabel state team assignee creator createdAt completedAt'.split(
    ' ',
  ),
  Comment: ['id', 'url'],
  IssuePayload: ['success', 'issue'],
  CommentPayload: ['success', 'comment'],
  TeamConnection: ['nodes', 'pageInfo'],
  UserConnection: ['nodes', 'pageInfo'],
  IssueConnection: ['nodes', 'pageInfo'],
  CommentConnection: ['nodes'],
  PageInfo: ['endCursor'],
}
const INPUTS: Record<string, readonly string[]> = {
  IssueCreateInput: ['id', 'teamId', 'title', 'description', 'assigneeId', 'priority', 'dueDate'],
  CommentCreateInput: ['id', 'issueId', 'body'],
  IssueFilter: ['id', 'team', 'state', 'assignee', 'createdAt', 'completedAt'],
  CommentFilter: ['id'],
  TeamFilter: ['id'],
  UserFilter: ['active'],
  WorkflowStateFilter: ['type'],
  NullableUserFilter: ['isMe'],
  IssueIdComparator: ['eq'],
  IdComparator: ['eq'],
  StringComparator: ['nin'],
  BooleanComparator: ['eq'],
  DateComparator: ['gt'],
  NullableDateComparator: ['gt'],
}
const ARGUMENTS = ['after', 'first', 'filter', 'includeArchived', 'input']

/** Writes the part of Linear's GraphQL schema that we use, from the types that its client has of it. */
await main(async () => {
  const declared = await fromPackage(PACKAGE, (folder) =>
    readdirSync(join(folder, 'dist')).flatMap((name) =>
      name.endsWith('.d.mts') ? readFileSync(join(folder, 'dist', name), 'utf8') : [],
    ),
  )
  const written = schemaOf(declared.join('\n'))
  writeFileSync(join(import.meta.dirname, 'linear-schema.graphql'), written)
  console.log(`${written.length} bytes`)
})

function schemaOf(declared: string): string {
  const fields = (type: string, names: readonly string[], withArguments: boolean): string[] => {
    const body = new RegExp(`^type ${type} = [^{]*\\{(.*?)^\\};`, 'ms').exec(declared)?.[1] ?? ''
    return [...body.matchAll(/^ {2}(\w+)(\??): (.+);$/gm)].flatMap(([, name = '', optional, typed = '']) => {
      if (!names.includes(name)) return []
      const taken = withArguments ? argumentsOf(`${type}${capital(name)}Args`) : ''
      return `  ${name}${taken}: ${toGraphql(typed, optional !== '')}`
    })
  }
  const argumentsOf = (type: string): string => {
    const listed = fields(type, ARGUMENTS, false).map((each) => each.trim())
    return listed.length === 0 ? '' : `(${listed.join(', ')})`
  }
  const blocks = [
    ...Object.entries(TYPES).map(([type, names]) => ['type', type, fields(type, names, true)] as const),
    ...Object.entries(INPUTS).map(([type, names]) => ['input', type, fields(type, names, false)] as const),
  ]
  return [
    `# A part of Linear's GraphQL schema, written by write-linear-schema.ts from the types of ${PACKAGE} (MIT License,`,
    '# Copyright (c) Linear Orbit, Inc.).',
    '',
    ...['DateTime', 'DateTimeOrDuration', 'TimelessDate'].map((scalar) => `scalar ${scalar}`),
    ...blocks.flatMap(([kind, type, lines]) => ['', `${kind} ${type} {`, ...lines, '}']),
    '',
  ].join('\n')
}

function capital(name: string): string {
  return name.charAt(0).toUpperCase() + name.slice(1)
}

/** `Maybe<Array<Issue>>` as `[Issue!]`. */
function toGraphql(typed: string, optional: boolean): string {
  const [, maybe] = /^(?:Input)?Maybe<(.+)>$/.exec(typed) ?? []
  if (maybe !== undefined) return toGraphql(maybe, true)
  const [, entry] = /^Array<(.+)>$/.exec(typed) ?? []
  const name = entry === undefined ? typed.replace(/^Scalars\["(\w+)"\]$/, '$1') : `[${toGraphql(entry, false)}]`
  return optional ? name : `${name}!`
}
