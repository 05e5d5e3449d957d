import type {
  AllIssuesOptions,
  AllMergeRequestsOptions,
  AllProjectsOptions,
  BasePaginationRequestOptions,
  CreateIssueOptions,
  ExpandedUserSchema,
  IssueNoteSchema,
  IssueSchemaWithBasicLabels,
  MergeRequestSchemaWithBasicLabels,
  OffsetPaginationRequestOptions,
  SimpleProjectSchema,
} from '@gitbeaker/core'

type Paged = BasePaginationRequestOptions<'offset'> & OffsetPaginationRequestOptions

/** GitLab's answers and parameters as a client has them in TypeScript, under the names by which a test checks values. */
export type User = ExpandedUserSchema
export type Issues = IssueSchemaWithBasicLabels[]
export type Issue = IssueSchemaWithBasicLabels
export type MergeRequests = MergeRequestSchemaWithBasicLabels[]
export type Notes = IssueNoteSchema[]
export type Note = IssueNoteSchema
export type Projects = SimpleProjectSchema[]
export type IssueQuery = AllIssuesOptions & Paged
export type MergeRequestQuery = AllMergeRequestsOptions & Paged
export type ProjectQuery = AllProjectsOptions & Paged
export type NoteQuery = { sort?: 'asc' | 'desc'; orderBy?: 'created_at' | 'updated_at' } & Paged
export type NewIssue = CreateIssueOptions & { title: string }
export type NewNote = { body: string; internal?: boolean; createdAt?: string }
