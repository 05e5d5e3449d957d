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
import { namesBeside, publishedEndpoints } from '../../stand-ins/doubles/published/published-endpoints.ts'
import { camelCase, camelCased } from './camel-case.ts'

type Schema = { safeParse(value: unknown): { success: boolean; error?: { message: string } | undefined } }
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

/** Todoist's API as its SDK describes it: names of parameters by its types, answers by its schemas. */
export const publishedTodoist = publishedEndpoints(
  [
    { method: 'GET', path: /^\/api\/v1\/user$/, answer: ofSchema(CurrentUserSchema) },
    { method: 'GET', path: /^\/api\/v1\/projects$/, query: PROJECTS, answer: ofSchema(listOf(ProjectSchema)) },
    { method: 'GET', path: /^\/api\/v1\/tasks$/, query: TASKS, answer: ofSchema(listOf(TaskSchema)) },
    {
      method: 'GET',
      path: /^\/api\/v1\/activities$/,
      query: ACTIVITIES,
      answer: ofSchema(listOf(ActivityEventSchema)),
    },
    { method: 'POST', path: /^\/api\/v1\/tasks$/, body: newTask, answer: ofSchema(TaskSchema) },
    { method: 'POST', path: /^\/api\/v1\/tasks\/\w+\/close$/ },
  ],
  camelCase,
)

function newTask(sent: unknown): string[] {
  return [...namesBeside(ADD, camelCase)(sent), ...('content' in Object(sent) ? [] : ['content is missing'])]
}

/** On the wire it is snake case. */
function ofSchema(schema: Schema) {
  return (value: unknown): string[] => {
    const { success, error } = schema.safeParse(camelCased(value))
    return success ? [] : [error?.message ?? 'The answer is not as published.']
  }
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
