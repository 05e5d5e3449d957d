import { randomBytes } from 'node:crypto'
import { Hono, type Context } from 'hono'
import { controlPage } from '../context/control-page.ts'
import type { DoubleContext } from '../context/double-context.ts'
import { heldTo } from '../published/held-to.ts'
import { publishedTodoist } from './published-todoist.ts'
import { eventObject, INBOX, projectObject, taskObject, userObject, type Event, type Task } from './todoist-objects.ts'

type TodoistState = {
  tasks: Task[]
  /** Oldest first. */
  events: Event[]
  /** The answer to a repeated X-Request-Id, by its id. */
  answers: Record<string, string>
  revoked: string[]
  next: number
}

const PROJECTS = { [INBOX]: 'Inbox', '6XGgm6PHrGgMpCFX': 'Garden' }
const HINT = 'Connect with any token of 40 letters a to f and digits.'

function stateOf(ctx: DoubleContext): TodoistState {
  return ctx.state(() => ({ tasks: [], events: [], answers: {}, revoked: [], next: 1 }))
}

export function refuseAsTodoist(status: number): Response {
  return todoistError(status, status === 401 ? 'Unauthorized' : 'Something went wrong')
}

function todoistError(status: number, error: string): Response {
  const body = { error, error_code: status, error_tag: 'ERROR', error_extra: {}, http_code: status }
  return Response.json(body, { status })
}

/** Todoist's API, version 1, held to the schemas of its SDK. */
export function todoistRoutes(ctx: DoubleContext): Hono {
  const app = new Hono()
  app.get('/', () => controlPage(ctx, { title: 'Todoist', hint: HINT, buttons: BUTTONS }))
  app.post('/control/add', async (c) => {
    const { text = 'Water the ferns', project = INBOX } = await c.req.parseBody<Record<string, string>>()
    addTask(ctx, { content: text, project_id: project })
    return c.redirect(ctx.address)
  })
  app.post('/control/complete', async (c) => {
    const { text = 'Water the ferns' } = await c.req.parseBody<Record<string, string>>()
    const task = stateOf(ctx).tasks.find(({ content, completed }) => content === text && completed === null)
    if (!task) return c.text('There is no such task', 404)
    closeTask(ctx, task)
    return c.redirect(ctx.address)
  })
  app.route('/api/v1', apiRoutes(ctx))
  app.notFound(() => todoistError(404, 'Not found'))
  return app
}

function apiRoutes(ctx: DoubleContext): Hono {
  const app = new Hono()
  app.use(async (c, next) => {
    const token = /^bearer (\S+)$/i.exec(c.req.header('authorization') ?? '')?.[1] ?? ''
    if (!/^[a-f0-9]{40}$/.test(token) || stateOf(ctx).revoked.includes(token)) return refuseAsTodoist(401)
    return next()
  })
  app.use(heldTo(ctx, () => publishedTodoist))
  addReads(app, ctx)
  addWrites(app, ctx)
  return app
}

const BUTTONS = [
  { slug: 'add', label: 'Add a task', fields: { text: 'Water the ferns' } },
  { slug: 'complete', label: 'Complete a task', fields: { text: 'Water the ferns' } },
]

function addReads(app: Hono, ctx: DoubleContext): void {
  app.get('/user', (c) => c.json(userObject()))
  app.get('/projects', (c) => c.json(pageOf(c, Object.entries(PROJECTS).map(projectObject))))
  app.get('/tasks', (c) => {
    const project = c.req.query('project_id')
    const open = stateOf(ctx).tasks.filter(
      (task) => task.completed === null && (!project || task.project_id === project),
    )
    return c.json(pageOf(c, open.map(taskObject)))
  })
  app.get('/activities', (c) => {
    const project = c.req.query('parent_project_id')
    const kinds: string[] = JSON.parse(c.req.query('object_event_types') ?? '[]')
    const events = stateOf(ctx).events.filter(
      ({ kind, project_id }) =>
        (kinds.length === 0 || kinds.includes(`item:${kind}`)) && (!project || project_id === project),
    )
    return c.json(pageOf(c, events.toReversed().map(eventObject)))
  })
}

function addWrites(app: Hono, ctx: DoubleContext): void {
  app.post('/tasks', async (c) => {
    const known = knownAnswer(ctx, c)
    if (known !== undefined) return c.json(JSON.parse(known))
    const body: Partial<Task> & { due_string?: string } = await c.req.json()
    if (body.project_id !== undefined && !(body.project_id in PROJECTS)) return todoistError(404, 'Project not found')
    const task = taskObject(addTask(ctx, { ...body, due: body.due_string ?? null }))
    return c.json(remember(ctx, c, task))
  })
  app.post('/tasks/:id/close', (c) => {
    if (knownAnswer(ctx, c) !== undefined) return c.body(null, 204)
    const task = stateOf(ctx).tasks.find(({ id }) => id === c.req.param('id'))
    if (!task) return todoistError(404, 'Task not found')
    closeTask(ctx, task)
    remember(ctx, c, '')
    return c.body(null, 204)
  })
}

function knownAnswer(ctx: DoubleContext, c: Context): string | undefined {
  return stateOf(ctx).answers[c.req.header('x-request-id') ?? '']
}

function remember<Answer extends object | string>(ctx: DoubleContext, c: Context, answer: Answer): Answer {
  const key = c.req.header('x-request-id')
  if (key) stateOf(ctx).answers[key] = JSON.stringify(answer)
  ctx.save()
  return answer
}

function addTask(ctx: DoubleContext, given: Partial<Task>): Task {
  const state = stateOf(ctx)
  const at = new Date(ctx.now()).toISOString()
  const task: Task = {
    id: randomBytes(8).toString('hex'),
    project_id: given.project_id ?? INBOX,
    content: given.content ?? '',
    description: given.description ?? '',
    priority: given.priority ?? 1,
    due: given.due ?? null,
    added: at,
    completed: null,
    order: state.tasks.length + 1,
  }
  state.tasks.push(task)
  note(ctx, 'added', task, at)
  return task
}

/** One that recurs is due again. */
function closeTask(ctx: DoubleContext, task: Task): void {
  const at = new Date(ctx.now()).toISOString()
  if (!task.due?.startsWith('every ')) task.completed = at
  note(ctx, 'completed', task, at)
}

function note(ctx: DoubleContext, kind: Event['kind'], { id, project_id, content }: Task, at: string): void {
  const state = stateOf(ctx)
  state.events.push({ id: String(state.next++), kind, task: id, project_id, content, at })
  ctx.save()
}

function pageOf(c: Context, all: object[]) {
  const limit = Number(c.req.query('limit') ?? 50)
  const start = Number(c.req.query('cursor') ?? 0)
  const next_cursor = start + limit < all.length ? String(start + limit) : null
  return { results: all.slice(start, start + limit), next_cursor }
}
