import type { StepKind } from '../../../worker/contract/connections/service.ts'

type Words = { label: string; example: string }

export const STEP_SEARCH_WORDS: Record<StepKind, Words> = {
  trigger: {
    label: 'Search everything that can start an Applet',
    example: 'rss, new star, every day',
  },
  query: {
    label: 'Search everything that can be looked up',
    example: 'weather, last row, open issues',
  },
  action: {
    label: 'Search everything that an Applet can do',
    example: 'lights on, send a message, add a row',
  },
}

export const NOTHING_FOUND = 'Nothing found. Try another word, or browse the services.'
