/** Where browsers and the edge report errors of pages. */
export const ERRORS_PATH = '/api/errors'
/** How much of a message and of a stack a report carries, in characters. */
export const MESSAGE_LENGTH = 500
export const STACK_LENGTH = 4000
