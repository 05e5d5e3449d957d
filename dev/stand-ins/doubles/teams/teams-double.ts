import { Hono } from 'hono'
import type { DoubleContext } from '../context/double-context.ts'
import { doublePage } from '../context/double-page.ts'

type Card = { body?: { type: string; text?: string }[] }
type TeamsMessage = { type?: string; attachments?: { contentType?: string; content?: Card }[] }
type Workflow = { id: string; sig: string; state: 'on' | 'off' | 'deleted'; messages: TeamsMessage[] }
type State = { workflows: Workflow[] }

const WORKFLOWS: Workflow[] = [
  {
    id: '0123456789abcdef0123456789abcdef',
    sig: 'S1gnatureOfTheDouble_0123456789abcdefghij',
    state: 'on',
    messages: [],
  },
]
const CARD = 'application/vnd.microsoft.card.adaptive'
/** The largest message that Teams takes, in bytes. */
const LARGEST = 28 * 1024

export function teamsAddress(address: string, { id, sig }: Pick<Workflow, 'id' | 'sig'>): string {
  const query = new URLSearchParams({ 'api-version': '2016-06-01', sp: '/triggers/manual/run', sv: '1.0', sig })
  return `${address}/workflows/${id}/triggers/manual/paths/invoke?${query}`
}

/** A workflow “When a Teams webhook request is received”: it answers 202 at once. */
export function teamsRoutes(ctx: DoubleContext): Hono {
  const app = new Hono()
  const state = () => ctx.state<State>(() => ({ workflows: structuredClone(WORKFLOWS) }))

  app.get('/', () =>
    doublePage(
      ctx,
      'Microsoft Teams',
      state().workflows.map((workflow) => ({
        id: workflow.id,
        title: `Channel General (workflow ${workflow.state})`,
        paste: { 'Address of the workflow': teamsAddress(ctx.address, workflow) },
        messages: workflow.messages.map(textOf),
        buttons: [
          { path: `${workflow.id}/on`, label: 'Switch on' },
          { path: `${workflow.id}/off`, label: 'Switch off' },
          { path: `${workflow.id}/deleted`, label: 'Delete the workflow' },
        ],
      })),
    ),
  )
  app.post('/control/:id/:state', (c) => {
    const workflow = state().workflows.find(({ id }) => id === c.req.param('id'))
    const next = (['on', 'off', 'deleted'] as const).find((each) => each === c.req.param('state'))
    if (workflow && next) workflow.state = next
    ctx.save()
    return c.redirect(ctx.address, 303)
  })

  app.post('/workflows/:id/triggers/:trigger/paths/invoke', async (c) => {
    const workflow = state().workflows.find(({ id }) => id === c.req.param('id'))
    if (!workflow || workflow.state === 'deleted') return refuse(404, 'WorkflowNotFound', 'The workflow is gone.')
    if (c.req.query('sig') !== workflow.sig) {
      return refuse(401, 'DirectApiAuthorizationRequired', 'The request must be signed.')
    }
    if (workflow.state === 'off') return refuse(400, 'WorkflowTriggerIsNotEnabled', 'The trigger is not enabled.')
    const text = await c.req.text()
    if (Buffer.byteLength(text) > LARGEST) return refuse(413, 'RequestEntityTooLarge', 'The message is too large.')
    const message: TeamsMessage = JSON.parse(text)
    const isCard = message.type === 'message' && message.attachments?.every(({ contentType }) => contentType === CARD)
    if (!isCard) return refuse(400, 'TriggerInputSchemaMismatch', 'The input does not match the schema.')
    workflow.messages.unshift(message)
    ctx.save()
    return c.body(null, 202)
  })
  return app
}

export function refuseAsTeams(status: number): Response {
  return refuse(status, 'Fault', 'The service is busy.')
}

function refuse(status: number, code: string, message: string): Response {
  return Response.json({ error: { code, message } }, { status })
}

function textOf({ attachments = [] }: TeamsMessage): string {
  const blocks = attachments.flatMap(({ content }) => content?.body ?? [])
  return blocks.map(({ type, text }) => text ?? type).join(' · ')
}
