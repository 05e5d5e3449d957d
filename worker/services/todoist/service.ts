import { defineService, field, ingredient, optionalField } from '../format/define-service.ts'
import { activityPoll, addTask, openTasks, taskUrl } from './todoist-steps.ts'

const PROJECTS = {
  options: { get: '/api/v1/projects?limit=200', items: '$.results', value: '$.id', label: '$.name' },
} as const
const anyProject = optionalField('project', 'Project', 'select', {
  ...PROJECTS,
  hint: 'Leave it empty for all projects.',
})
const intoProject = optionalField('project', 'Project', 'select', {
  ...PROJECTS,
  hint: 'Leave it empty for the inbox.',
  destination: true,
})

const ADDED = '2026-03-01T08:00:00.000000Z'
const eventIngredients = (moment: string, slug: string) => [
  ingredient('TaskContent', 'Task', 'text', 'Water the ferns', '$.extra_data.content'),
  taskUrl('$.object_id'),
  ingredient(slug, moment, 'datetime', ADDED, '$.event_date'),
]
const addedIngredients = eventIngredients('Added at', 'AddedAt')
const completedIngredients = eventIngredients('Completed at', 'CompletedAt')
const eventSample = (event_type: string) => ({
  fields: { project: '' },
  answer: {
    results: [
      {
        id: '1',
        object_type: 'item',
        object_id: '6X7rM8997g3RQmvh',
        event_type,
        event_date: ADDED,
        parent_project_id: '6Jf8VQXxpwv56VQ7',
        parent_item_id: null,
        initiator_id: null,
        extra_data: { content: 'Water the ferns' },
      },
    ],
    next_cursor: null,
  },
})

const taskIngredients = [
  ingredient('TaskContent', 'Task', 'text', 'Water the ferns', '$.content'),
  ingredient('Description', 'Description', 'text', 'The ones in the hall', '$.description'),
  ingredient('DueDate', 'Due', 'text', '2026-03-02', '$.due.date'),
  taskUrl('$.id'),
  ingredient('AddedAt', 'Added at', 'datetime', ADDED, '$.added_at'),
]
const taskFields = [
  field('content', 'Task', 'text'),
  optionalField('description', 'Description', 'textarea'),
  intoProject,
  optionalField('due', 'Due', 'text', { hint: 'As you would say it, such as tomorrow at 9.' }),
  optionalField('priority', 'Priority', 'select', {
    options: [
      { label: 'Priority 1', value: '4' },
      { label: 'Priority 2', value: '3' },
      { label: 'Priority 3', value: '2' },
      { label: 'Priority 4', value: '1' },
    ],
  }),
]
const openTask = field('task', 'Task', 'select', {
  options: { get: '/api/v1/tasks?limit=200', items: '$.results', value: '$.id', label: '$.content' },
})

export const todoist = defineService({
  id: 'todoist',
  name: 'Todoist',
  description: 'Your to-do list: add tasks from anywhere, and react when one is done.',
  keywords: ['task', 'todo'],
  category: 'tasks',
  color: '#dc4c3e',
  popularity: 83,
  hosts: ['api.todoist.com'],
  terms_url: 'https://doist.com/terms-of-service',
  connect: {
    kind: 'key',
    fields: [
      {
        slug: 'token',
        label: 'API token',
        type: 'secret',
        hint: 'In Todoist: Settings, Integrations, Developer, API token.',
      },
    ],
    account: { get: '/api/v1/user', id: '$.id', name: '$.email' },
  },
  triggers: [
    {
      slug: 'new_task',
      name: 'New task',
      description: 'Starts when a task is added.',
      phrase: 'a task is added',
      fields: [anyProject],
      ingredients: addedIngredients,
    },
    {
      slug: 'task_completed',
      name: 'Task completed',
      description: 'Starts when a task is done, each time for one that recurs.',
      phrase: 'a task is completed',
      fields: [anyProject],
      ingredients: completedIngredients,
    },
  ],
  queries: [
    {
      slug: 'open_tasks',
      name: 'Open tasks',
      description: 'Looks up what is still to do.',
      phrase: 'your open tasks',
      fields: [anyProject],
      ingredients: taskIngredients,
    },
  ],
  actions: [
    {
      slug: 'add_task',
      name: 'Add a task',
      description: 'Adds a task to your inbox or a project.',
      phrase: 'add a task',
      repeat: 'key',
      fields: taskFields,
    },
    {
      slug: 'complete_task',
      name: 'Complete a task',
      description: 'Checks off a task; one that recurs moves to its next date.',
      phrase: 'complete a task',
      repeat: 'key',
      fields: [openTask],
      request: { post: '/api/v1/tasks/{{fields.task}}/close' },
    },
  ],
  samples: {
    triggers: {
      new_task: eventSample('added'),
      task_completed: eventSample('completed'),
    },
    queries: {
      open_tasks: {
        fields: { project: '' },
        answer: {
          results: [
            {
              id: '6X7rM8997g3RQmvh',
              content: 'Water the ferns',
              description: 'The ones in the hall',
              due: { date: '2026-03-02', string: '2 Mar', is_recurring: false },
              added_at: ADDED,
            },
          ],
          next_cursor: null,
        },
      },
    },
    actions: {
      add_task: {
        fields: { content: 'Return the books', description: '', project: '', due: 'tomorrow', priority: '4' },
        answer: { id: '6X7rM8997g3RQmvh', content: 'Return the books' },
      },
      complete_task: { fields: { task: '6X7rM8997g3RQmvh' }, answer: '' },
    },
  },
  code: {
    triggers: {
      new_task: { poll: activityPoll('item:added', { fields: [anyProject], ingredients: addedIngredients }) },
      task_completed: {
        poll: activityPoll('item:completed', { fields: [anyProject], ingredients: completedIngredients }),
      },
    },
    queries: {
      open_tasks: openTasks({ fields: [anyProject], ingredients: taskIngredients }),
    },
    actions: {
      add_task: { run: addTask(taskFields) },
    },
  },
})
