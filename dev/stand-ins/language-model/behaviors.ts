/** The ways in which the stand-in answers the next requests, as a developer or a test chooses. */
export const BEHAVIORS = {
  right: 'Answers as it should',
  wrong_json: 'Answers with half of a JSON text',
  not_of_schema: 'Answers with JSON of another shape',
  unknown_step: 'Names a step that does not exist',
  half: 'Answers with the first action alone, and without its values',
  unsaid_values: 'Fills all fields with values that nobody said',
  stolen_values: 'Fills all empty texts with words of the sentence that nothing stands for',
  unsaid_steps: 'Adds steps that nobody asked for, with made-up words of the sentence',
  stolen_words: 'Adds such steps for words of the sentence that nothing stands for',
  other_steps: 'Names another step of the same service for each, with the words that ask for it',
  nothing: 'Finds no step',
  refusal: 'Refuses, as a model does',
  content_filter: 'Is cut off by a filter',
  cut_off: 'Stops in the middle, because the answer is too long',
  silence: 'Says nothing for a minute',
  rate_limit: '429: too many requests',
  server_error: '500: an error of its own',
  bad_key: '401: the key is wrong',
  drop: 'Closes the connection',
} as const
export type Behavior = keyof typeof BEHAVIORS

export function isBehavior(value: unknown): value is Behavior {
  return typeof value === 'string' && Object.hasOwn(BEHAVIORS, value)
}
