import { randomUUID } from 'node:crypto'
import { Hono } from 'hono'
import type { AccountState, StoredConsumer, StoredQueue } from './account-state.ts'
import { answer, answerPage, found, Refusal } from './api-envelope.ts'

type ConsumerInput = { script_name: string; dead_letter_queue?: string; settings: Record<string, unknown> }

/** Queues and the Workers that consume them. */
export function queueRoutes(account: AccountState) {
  const queue = (id: string): StoredQueue => found(account.queues.get(id), 11000, 'Queue not found')
  return new Hono()
    .get('/', (c) => {
      const names = c.req.queries('name')
      const all = [...account.queues.values()].filter(({ queue_name }) => names?.includes(queue_name) ?? true)
      return answerPage(c, all.map(asQueue), 100)
    })
    .post('/', async (c) => {
      const { queue_name } = await c.req.json<{ queue_name: string }>()
      if ([...account.queues.values()].some((each) => each.queue_name === queue_name))
        throw new Refusal(
          409,
          11009,
          `Queue name '${queue_name}' is already taken. Please use a different name and try again.`,
        )
      const made: StoredQueue = {
        queue_id: randomUUID().replaceAll('-', ''),
        queue_name,
        created_on: new Date().toISOString(),
        consumers: [],
        settings: { delivery_paused: false },
        messages: [],
      }
      account.queues.set(made.queue_id, made)
      account.made.push(`queue ${queue_name}`)
      return answer(c, asQueue(made))
    })
    .post('/:queue/messages', async (c) => {
      const { messages } = queue(c.req.param('queue'))
      messages.push(await c.req.json<(typeof messages)[number]>())
      return c.json({ success: true })
    })
    .post('/:queue/consumers', async (c) => {
      const to = queue(c.req.param('queue'))
      if (to.consumers.length > 0)
        throw new Refusal(
          400,
          11004,
          `Queue '${to.queue_name}' already has a consumer. Delete the existing consumer and try again.`,
        )
      const consumer: StoredConsumer = {
        consumer_id: randomUUID().replaceAll('-', ''),
        ...kept(await c.req.json<ConsumerInput>()),
      }
      to.consumers.push(consumer)
      account.made.push(`consumer ${to.queue_name}`)
      return answer(c, asConsumer(consumer, to))
    })
    .put('/:queue/consumers/:consumer', async (c) => {
      const to = queue(c.req.param('queue'))
      const consumer = found(
        to.consumers.find(({ consumer_id }) => consumer_id === c.req.param('consumer')),
        11001,
        'Consumer not found',
      )
      Object.assign(consumer, kept(await c.req.json<ConsumerInput>()))
      return answer(c, asConsumer(consumer, to))
    })
}

function kept({ script_name, dead_letter_queue, settings }: ConsumerInput) {
  return { script_name, dead_letter_queue, settings }
}

function asConsumer(
  { consumer_id, script_name, dead_letter_queue, settings }: StoredConsumer,
  { queue_name }: StoredQueue,
) {
  return {
    consumer_id,
    type: 'worker' as const,
    queue_name,
    // Wrangler looks for the Worker under its older name.
    script: script_name,
    script_name,
    ...(dead_letter_queue !== undefined && { dead_letter_queue }),
    settings,
  }
}

function asQueue(queue: StoredQueue) {
  return {
    queue_id: queue.queue_id,
    queue_name: queue.queue_name,
    created_on: queue.created_on,
    modified_on: queue.created_on,
    producers: [],
    producers_total_count: 0,
    consumers: queue.consumers.map((consumer) => asConsumer(consumer, queue)),
    consumers_total_count: queue.consumers.length,
    settings: queue.settings,
  }
}
