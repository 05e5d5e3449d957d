/** The kept part of a task. */
export type Task = {
  id: string
  project_id: string
  content: string
  description: string
  priority: number
  due: string | null
  added: string
  completed: string | null
  order: number
}

/** A line of the activity log. */
export type Event = {
  id: string
  kind: 'added' | 'completed'
  task: string
  project_id: string
  content: string
  at: string
}

const USER = '2671355'
export const INBOX = '6Jf8VQXxpwv56VQ7'

export function taskObject({ id, project_id, content, description, priority, due, added, completed, order }: Task) {
  const nobody = { section_id: null, parent_id: null, assigned_by_uid: null, responsible_uid: null }
  return {
    id,
    user_id: USER,
    project_id,
    ...nobody,
    added_by_uid: USER,
    labels: [],
    deadline: null,
    duration: null,
    checked: completed !== null,
    is_deleted: false,
    added_at: added,
    completed_at: completed,
    updated_at: completed ?? added,
    due:
      due === null
        ? null
        : { date: added.slice(0, 10), string: due, lang: 'en', is_recurring: due.startsWith('every ') },
    priority,
    child_order: order,
    content,
    description,
    day_order: -1,
    is_collapsed: false,
  }
}

export function eventObject({ id, kind, task, project_id, content, at }: Event) {
  return {
    id,
    object_type: 'item',
    object_id: task,
    event_type: kind,
    event_date: at,
    parent_project_id: project_id,
    parent_item_id: null,
    initiator_id: null,
    extra_data: { content, client: 'web' },
  }
}

export function projectObject([id, name]: [string, string], index: number) {
  return {
    id,
    name,
    can_assign_tasks: false,
    child_order: index,
    color: 'charcoal',
    created_at: '2026-01-01T00:00:00Z',
    updated_at: '2026-01-01T00:00:00Z',
    is_archived: false,
    is_deleted: false,
    is_favorite: false,
    is_frozen: false,
    is_shared: false,
    is_collapsed: false,
    view_style: 'list',
    default_order: 0,
    description: '',
    parent_id: null,
    inbox_project: id === INBOX,
  }
}

export function userObject() {
  return {
    id: USER,
    email: 'ada@todoist.example',
    full_name: 'Ada',
    business_account_id: null,
    is_premium: false,
    premium_status: 'not_premium',
    date_format: 0,
    time_format: 0,
    weekly_goal: 30,
    daily_goal: 5,
    completed_count: 0,
    completed_today: 0,
    karma: 1,
    karma_trend: 'up',
    lang: 'en',
    next_week: 1,
    start_day: 1,
    start_page: 'today',
    tz_info: { gmt_string: '+01:00', hours: 1, is_dst: 0, minutes: 0, timezone: 'Europe/Berlin' },
    inbox_project_id: INBOX,
    days_off: [6, 7],
    weekend_start_day: 6,
  }
}
