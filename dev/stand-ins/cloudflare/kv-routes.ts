import { randomUUID } from 'node:crypto'
import { Hono } from 'hono'
import type { AccountState } from './account-state.ts'
import { answer, answerPage, Refusal } from './api-envelope.ts'

/** The namespaces of Workers KV, without their keys. */
export function kvRoutes(account: AccountState) {
  return new Hono()
    .get('/', (c) => answerPage(c, [...account.namespaces.values()], 20))
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
