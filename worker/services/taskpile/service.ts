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
  id: 'taskpile',
  name: 'Taskpile',
  description: 'To-dos that write themselves down, so that nothing that needs doing stays in your head.',
  keywords: ['task', 'todo'],
  category: 'tasks',
  color: '#c92a2a',
  popularity: 80,
  hosts: ['api.taskpile.example'],
  connect: demoOAuth('tasks:read tasks:write'),
  triggers: [
    {
      slug: 'task_done',
      name: 'You finish a task',
      description: 'Starts each time you check off a task.',
      ingredients: [
        ingredient('TaskTitle', 'Task', 'text', 'Water the ferns', '$.title'),
        ingredient('ListName', 'List', 'text', 'Today', '$.list'),
        ingredient('CompletedAt', 'Completed at', 'datetime', '2026-03-01T09:00:00.000Z', '$.completed_at'),
      ],
      ...demoPoll('/api/done_tasks', '$.done_tasks', { at: '$.completed_at' }),
    },
    {
      slug: 'new_task',
      name: 'New task',
      description: 'Starts when a task is added to a list.',
      fields: [list],
      ingredients: taskIngredients,
      ...demoPoll(tasks, '$.tasks'),
    },
  ],
  queries: [
    {
      slug: 'open_tasks',
      name: 'Open tasks',
      description: 'Looks up what is still to do on a list.',
      fields: [list],
      ingredients: taskIngredients,
      request: { get: tasks, query: { done: 'false', limit: '50' } },
      items: '$.tasks',
    },
  ],
  actions: [
    {
      slug: 'add_task',
      name: 'Add a task',
      description: 'Adds a task to a list.',
      repeat: 'key',
      fields: [list, field('title', 'Task', 'text'), optionalField('note', 'Note', 'textarea')],
      request: { post: tasks, json: { title: '{{fields.title}}', note: '{{fields.note}}' } },
      result: { id: '$.id' },
    },
  ],
  samples: {
    triggers: {
      task_done: {
        fields: {},
        answer: {
          done_tasks: [
            { id: 'DT1', title: 'Water the ferns', list: 'Today', completed_at: '2026-03-01T09:00:00.000Z' },
          ],
          next_cursor: null,
        },
      },
      new_task: { fields: { list: 'TL01' }, answer: taskAnswer },
    },
    queries: {
      open_tasks: { fields: { list: 'TL01' }, answer: taskAnswer },
    },
    actions: {
      add_task: { fields: { list: 'TL01', title: 'Return the books', note: '' }, answer: { id: 'TK02' } },
    },
  },
})
