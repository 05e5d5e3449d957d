import type {
  AppendBlockChildrenParameters,
  AppendBlockChildrenResponse,
  CreatePageParameters,
  CreatePageResponse,
  GetDataSourceResponse,
  GetSelfResponse,
  QueryDataSourceParameters,
  QueryDataSourceResponse,
  SearchParameters,
  SearchResponse,
} from '@notionhq/client'

export type Search = SearchParameters
export type Found = SearchResponse
export type Query = Omit<QueryDataSourceParameters, 'data_source_id' | 'filter_properties'>
export type Queried = QueryDataSourceResponse
export type NewPage = CreatePageParameters
export type Page = CreatePageResponse
export type NewBlocks = Omit<AppendBlockChildrenParameters, 'block_id'>
export type Blocks = AppendBlockChildrenResponse
export type DataSource = GetDataSourceResponse
export type Self = GetSelfResponse
