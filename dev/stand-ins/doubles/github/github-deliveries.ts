import { createHmac, randomUUID } from 'node:crypto'
import * as objects from './github-objects.ts'
import { hooksOf, type Happened, type Repository } from './github-state.ts'

/** GitHub waits no longer for an answer. */
const PATIENCE = 10_000

/** Tells each active webhook that wants to know. GitHub sends nothing a second time. */
export async function deliverEvent(repository: Repository, happened: Happened): Promise<void> {
  const wanting = hooksOf(repository).filter(
    ({ active, events }) => active && (events.includes(happened.event) || events.includes('*')),
  )
  for (const hook of wanting) await deliver(repository, hook, happened)
}

/** Sends the first event that a new webhook gets. */
export function deliverPing(repository: Repository, hook: objects.KeptHook, login: string): Promise<void> {
  const about = { zen: 'Keep it logically awesome.', hook_id: hook.id, hook: objects.hook(repository.full_name, hook) }
  return deliver(repository, hook, { event: 'ping', login, about })
}

async function deliver(
  { full_name }: Repository,
  { id, config }: objects.KeptHook,
  { event, login, about }: Happened,
): Promise<void> {
  const payload = JSON.stringify({
    ...about,
    repository: objects.repositoryObject(full_name),
    sender: objects.user(login),
  })
  const isJson = config.content_type === 'json'
  const body = isJson ? payload : new URLSearchParams({ payload }).toString()
  const headers = {
    'content-type': isJson ? 'application/json' : 'application/x-www-form-urlencoded',
    'user-agent': 'GitHub-Hookshot/044aadd',
    'x-github-event': event,
    'x-github-delivery': randomUUID(),
    'x-github-hook-id': String(id),
    ...(config.secret !== null && {
      'x-hub-signature-256': `sha256=${createHmac('sha256', config.secret).update(body).digest('hex')}`,
    }),
  }
  const signal = AbortSignal.timeout(PATIENCE)
  await fetch(config.url, { method: 'POST', headers, body, signal, redirect: 'manual' }).catch(() => null)
}
