import type { ServiceCategory } from '../../../worker/contract/connections/service.ts'

export const CATEGORY_WORDS: Record<ServiceCategory, string> = {
  messages: 'Messages',
  tasks: 'Tasks and notes',
  documents: 'Documents and data',
  developers: 'Developer tools',
  news: 'News and weather',
  social: 'Social',
  home: 'Home',
  media: 'Music and photos',
  health: 'Health and fitness',
  tools: 'Tools',
  other: 'Other',
}
