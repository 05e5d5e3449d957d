import { configureGlobal } from 'fast-check'
import { seed } from './long-runs.ts'

configureGlobal({ seed })
