/** What a step or a field is called in files. "constructor" is a property of every object, so nothing is called that. */
export const SLUG = /^(?!constructor$)[a-z][a-z0-9_]{0,49}$/
