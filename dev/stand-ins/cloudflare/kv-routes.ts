import { randomUUID } from 'node:crypto'
import { Hono } from 'hono'
import type { AccountState } from './account-state.ts'
import { answer, answerPage, found, Refusal } from './api-envelope.ts'

/** The namespaces of Workers KV, and the names of their keys. */
export function kvRoutes(account: AccountState) {
  return new Hono()
    .get('/', (c) => answerPage(c, [...account.namespaces.values()], 20))
    .get('/:namespace/keys', (c) => {
      const { id } = found(account.namespaces.get(c.req.param('namespace')), 10013, 'namespace not found')
      const keys = (account.keys.get(id) ?? []).map((name) => ({ name }))
      return c.json({
        success: true,
        errors: [],
        messages: [],
        result: keys,
        result_info: { count: keys.length, cursor: '' },
      })
    })
    .post('/', async (c) => {
      const { title } = await c.req.json<{ title: string }>()
      if ([...account.namespaces.values()].some((each) => each.title === title))
        throw new Refusal(400, 10014, "create namespace: 'A namespace with this account ID and title already exists.'")
      const namespace = { id: randomUUID().replaceAll('-', ''), title, supports_url_encoding: true }
      account.namespaces.set(namespace.id, namespace)
      account.made.push(`kv ${title}`)
      return answer(c, namespace)
    })
}
