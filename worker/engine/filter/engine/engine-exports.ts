/** What the host uses of the engine's module; all else is dropped from it. */
export const ENGINE_EXPORTS = [
  'memory',
  '__stack_pointer',
  '_initialize',
  'qjs_init2',
  'qjs_set_interrupt_handler',
  'qjs_set_memory_limit',
  'qjs_set_max_stack_size',
  'qjs_eval',
  'qjs_call',
  'qjs_get_exception',
  'qjs_get_float64',
  'qjs_get_prop_string',
  'qjs_get_string_len',
  'qjs_get_undefined',
  'qjs_is_exception',
  'qjs_new_host_function',
  'qjs_new_number',
  'qjs_new_string',
  'wasm_malloc',
] as const

/** `handle`: where in the engine's memory a value is. */
type Handle = number
type Name = Exclude<(typeof ENGINE_EXPORTS)[number], 'memory' | '__stack_pointer'>

export type EngineExports = {
  memory: WebAssembly.Memory
  __stack_pointer: WebAssembly.Global
  /** What the code may still spend; below zero the module traps. */
  fuel: WebAssembly.Global
} & Record<Name, (...values: number[]) => Handle>
