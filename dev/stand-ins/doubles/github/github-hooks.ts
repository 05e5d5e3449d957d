import { Hono } from 'hono'
import type { DoubleContext } from '../context/double-context.ts'
import { githubError } from './github-access.ts'
import { deliverPing } from './github-deliveries.ts'
import * as objects from './github-objects.ts'
import { githubState, hooksOf, newThing, repositoryOf } from './github-state.ts'

type Asked = {
  active?: boolean
  events?: string[]
  config?: { url?: string; content_type?: string; secret?: string; insecure_ssl?: string | number }
}

/** A repository's webhooks: made and deleted. */
export function githubHooks(ctx: DoubleContext): Hono {
  const app = new Hono()
  app.post('/repos/:owner/:repo/hooks', async (c) => {
    const repository = repositoryOf(ctx, c)
    if (!repository) return githubError(404, 'Not Found')
    const { active = true, events = ['push'], config = {} }: Asked = await c.req.json()
    const { url = '', content_type = 'form', secret = null, insecure_ssl = '0' } = config
    if (!URL.canParse(url)) return invalid('url is malformed')
    const wanted = events.toSorted().join(' ')
    const isKnown = hooksOf(repository).some(
      (each) => each.config.url === url && each.events.toSorted().join(' ') === wanted,
    )
    if (isKnown) return invalid('Hook already exists on this repository')
    const made = { ...newThing(ctx), active, events, config: { url, content_type, secret, insecure_ssl } }
    hooksOf(repository).push(made)
    ctx.save()
    await deliverPing(repository, made, githubState(ctx).login)
    return c.json(objects.hook(repository.full_name, made), 201)
  })
  app.delete('/repos/:owner/:repo/hooks/:hook', (c) => {
    const repository = repositoryOf(ctx, c)
    const hooks = repository ? hooksOf(repository) : []
    const index = hooks.findIndex(({ id }) => String(id) === c.req.param('hook'))
    if (index === -1) return githubError(404, 'Not Found')
    hooks.splice(index, 1)
    ctx.save()
    return c.body(null, 204)
  })
  return app
}

function invalid(message: string): Response {
  return githubError(422, 'Validation Failed', {}, [{ resource: 'Hook', code: 'custom', message }])
}
