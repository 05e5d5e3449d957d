import {
  defineService,
  demoOAuth,
  demoPoll,
  field,
  ingredient,
  liveOptions,
  optionalField,
} from '../format/define-service.ts'

const list = field('list', 'List', 'select', liveOptions('lists'))
const tasks = '/api/lists/{{fields.list}}/tasks'
const taskIngredients = [
  ingredient('TaskTitle', 'Task', 'text', 'Water the ferns', '$.title'),
  ingredient('Note', 'Note', 'text', 'The ones in the hall', '$.note'),
  ingredient('ListName', 'List', 'text', 'Today', '$.list'),
  ingredient('CreatedAt', 'Added at', 'datetime', '2026-03-01T08:00:00.000Z', '$.created_at'),
]
const taskAnswer = {
  tasks: [
    {
      id: 'TK01',
      title: 'Water the ferns',
      note: 'The ones in the hall',
      list: 'Today',
      done: false,
      created_at: '2026-03-01T08:00:00.000Z',
    },
  ],
  next_cursor: null,
}

export const taskpile = defineService({
  module_name: 'taskpile',
  identifier: 'Taskpile',
  name: 'Taskpile',
  short_name: 'Taskpile',
  description: 'To-dos that write themselves down, so that nothing that needs doing stays in your head.',
  keywords: ['task', 'todo'],
  category: 'tasks',
  brand_color: '#c92a2a',
  popularity: 80,
  base_url: 'https://api.taskpile.example',
  connect: demoOAuth(['tasks:read', 'tasks:write']),
  triggers: [
    {
      slug: 'task_done',
      name: 'You finish a task',
      description: 'Starts each time you check off a task.',
      mode: 'poll',
      ingredients: [
        ingredient('TaskTitle', 'Task', 'text', 'Water the ferns', '$.title'),
        ingredient('ListName', 'List', 'text', 'Today', '$.list'),
        ingredient('CompletedAt', 'Completed at', 'datetime', '2026-03-01T09:00:00.000Z', '$.completed_at'),
      ],
      http: demoPoll('/api/done_tasks', '$.done_tasks', { at: '$.completed_at' }),
      sample: {
        fields: {},
        answer: {
          done_tasks: [
            { id: 'DT1', title: 'Water the ferns', list: 'Today', completed_at: '2026-03-01T09:00:00.000Z' },
          ],
          next_cursor: null,
        },
      },
    },
    {
      slug: 'new_task',
      name: 'New task',
      description: 'Starts when a task is added to a list.',
      mode: 'poll',
      fields: [list],
      ingredients: taskIngredients,
      http: demoPoll(tasks, '$.tasks'),
      sample: { fields: { list: 'TL01' }, answer: taskAnswer },
    },
  ],
  queries: [
    {
      slug: 'open_tasks',
      name: 'Open tasks',
      description: 'Looks up what is still to do on a list.',
      fields: [list],
      ingredients: taskIngredients,
      http: { request: { method: 'get', path: tasks, query: { done: 'false', limit: '50' } }, items: '$.tasks' },
      sample: { fields: { list: 'TL01' }, answer: taskAnswer },
    },
  ],
  actions: [
    {
      slug: 'add_task',
      name: 'Add a task',
      description: 'Adds a task to a list.',
      repeat: 'key',
      fields: [list, field('title', 'Task', 'text'), optionalField('note', 'Note', 'textarea')],
      http: {
        request: { method: 'post', path: tasks, json: { title: '{{fields.title}}', note: '{{fields.note}}' } },
        result: { id: '$.id' },
      },
      sample: { fields: { list: 'TL01', title: 'Return the books', note: '' }, answer: { id: 'TK02' } },
    },
  ],
})
