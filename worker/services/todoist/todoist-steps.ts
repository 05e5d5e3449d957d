import type { ActionDefinition, Poll, QueryDefinition } from '../../engine/steps/service-steps.ts'
import type { Ingredients } from '../../system/runner-api/step-outcome.ts'
import { ingredient } from '../format/define-service.ts'
import { httpPoll } from '../format/http/http-poll.ts'
import { httpAction, httpQuery } from '../format/http/http-steps.ts'
import type { ActionFile, TriggerFile } from '../format/service-definition.ts'

const TODOIST = { id: 'todoist', name: 'Todoist', hosts: ['api.todoist.com'] }

/** Holds a task's id until its address takes the place; Todoist names no addresses. */
export const taskUrl = (from: '$.id' | '$.object_id') =>
  ingredient('TaskUrl', 'Address', 'url', 'https://app.todoist.com/app/task/6X7rM8997g3RQmvh', from)

function addressOf(id: unknown): string {
  return `https://app.todoist.com/app/task/${encodeURIComponent(String(id))}`
}

function withAddress(row: Ingredients): Ingredients {
  return { ...row, TaskUrl: addressOf(row['TaskUrl']) }
}

type Listing = Pick<TriggerFile, 'fields' | 'ingredients'>

/** Events of the activity log, which keeps what came and went between two polls, and what recurs. */
export function activityPoll(event: 'item:added' | 'item:completed', step: Listing): Poll {
  const poll = httpPoll(TODOIST, {
    ...step,
    request: {
      get: '/api/v1/activities',
      query: {
        object_event_types: JSON.stringify([event]),
        parent_project_id: '{{fields.project}}',
        limit: '50',
      },
    },
    items: '$.results',
    id: '$.id',
    at: '$.event_date',
    next: { from: '$.next_cursor', query: 'cursor' },
  })
  return async (call, io) => {
    const asked = await poll(call, io)
    if (!asked.ok) return asked
    const items = asked.value.items.map((item) => ({ ...item, ingredients: withAddress(item.ingredients) }))
    return { ok: true, value: { ...asked.value, items } }
  }
}

export function openTasks(step: Listing): QueryDefinition['run'] {
  const query = httpQuery(TODOIST, {
    ...step,
    request: { get: '/api/v1/tasks', query: { project_id: '{{fields.project}}', limit: '50' } },
    items: '$.results',
  })
  return async (call, io) => {
    const asked = await query(call, io)
    return asked.ok ? { ok: true, value: asked.value.map(withAddress) } : asked
  }
}

/** 1 is what Todoist's site calls P4. */
const PRIORITIES = { '1': 1, '2': 2, '3': 3, '4': 4 }

export function addTask(fields: ActionFile['fields']): ActionDefinition['run'] {
  const add = httpAction(TODOIST, {
    fields,
    request: {
      post: '/api/v1/tasks',
      json: {
        content: '{{fields.content}}',
        description: '{{fields.description}}',
        project_id: '{{fields.project}}',
        due_string: '{{fields.due}}',
        priority: { $switch: '{{fields.priority}}', ...PRIORITIES },
      },
    },
    result: { id: '$.id' },
  })
  return async (call, io) => {
    const added = await add(call, io)
    if (!added.ok || added.value.id === null) return added
    return { ok: true, value: { ...added.value, url: addressOf(added.value.id) } }
  }
}
