import {
  ActivityEventSchema,
  CurrentUserSchema,
  ProjectSchema,
  TaskSchema,
  type AddTaskArgs,
  type GetActivityLogsArgs,
  type GetProjectsArgs,
  type GetTasksArgs,
} from '@doist/todoist-sdk'
import { camelCase, camelCased } from './camel-case.ts'

type Schema = { safeParse(value: unknown): { success: boolean; error?: { message: string } | undefined } }
/** One endpoint as the SDK's types allow it, in the SDK's spelling; on the wire it is snake case. */
type Endpoint = {
  method: string
  path: RegExp
  query: readonly string[]
  body: readonly string[]
  answer: Schema | null
}
/** Also of a type that is one of several. */
type KeyOf<Type> = Type extends unknown ? keyof Type : never

const TASKS = ['projectId', 'limit', 'cursor'] as const satisfies KeyOf<GetTasksArgs>[]
const PROJECTS = ['limit', 'cursor'] as const satisfies KeyOf<GetProjectsArgs>[]
const ACTIVITIES = [
  'objectEventTypes',
  'parentProjectId',
  'limit',
  'cursor',
] as const satisfies KeyOf<GetActivityLogsArgs>[]
const ADD = [
  'content',
  'description',
  'projectId',
  'dueString',
  'priority',
  'labels',
] as const satisfies KeyOf<AddTaskArgs>[]

const endpoints: Endpoint[] = [
  { method: 'GET', path: /^\/api\/v1\/user$/, query: [], body: [], answer: CurrentUserSchema },
  { method: 'GET', path: /^\/api\/v1\/projects$/, query: PROJECTS, body: [], answer: listOf(ProjectSchema) },
  { method: 'GET', path: /^\/api\/v1\/tasks$/, query: TASKS, body: [], answer: listOf(TaskSchema) },
  { method: 'GET', path: /^\/api\/v1\/activities$/, query: ACTIVITIES, body: [], answer: listOf(ActivityEventSchema) },
  { method: 'POST', path: /^\/api\/v1\/tasks$/, query: [], body: ADD, answer: TaskSchema },
  { method: 'POST', path: /^\/api\/v1\/tasks\/\w+\/close$/, query: [], body: [], answer: null },
]

/** Todoist's API as its SDK describes it: names of parameters by its types, answers by its schemas. */
export const publishedTodoist = {
  requestProblems({ method, path, query, body }: Call & { query: Record<string, string>; body: string }): string[] {
    const endpoint = find(method, path)
    if (!endpoint) return [`${method} ${path} is not published`]
    const given: object = body === '' ? {} : JSON.parse(body)
    return [
      ...unknownNames(Object.keys(query), endpoint.query),
      ...unknownNames(Object.keys(given), endpoint.body),
      ...(endpoint.body.includes('content') && !('content' in given) ? ['content is missing'] : []),
    ]
  },
  answerProblems({ method, path }: Call, { status, body }: { status: number; body: string }): string[] {
    const answer = find(method, path)?.answer
    if (status >= 400 || !answer) return []
    const { success, error } = answer.safeParse(camelCased(JSON.parse(body)))
    return success ? [] : [error?.message ?? 'The answer is not as published.']
  },
}

type Call = { method: string; path: string }

function find(method: string, path: string): Endpoint | undefined {
  return endpoints.find((each) => each.method === method && each.path.test(path))
}

function unknownNames(names: string[], known: readonly string[]): string[] {
  return names.filter((name) => !known.includes(camelCase(name))).map((name) => `${name} is not a parameter`)
}

function listOf(schema: Schema): Schema {
  return {
    safeParse: (value) => {
      const { results, nextCursor }: { results?: unknown; nextCursor?: unknown } = Object(value)
      if (!Array.isArray(results) || nextCursor === undefined) {
        return { success: false, error: { message: 'A list has results and next_cursor.' } }
      }
      return results.map((each) => schema.safeParse(each)).find(({ success }) => !success) ?? { success: true }
    },
  }
}
