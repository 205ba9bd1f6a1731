import { defineFeature } from '../../app/feature.ts'
import * as glossary from './edit-glossary.ts'
import * as news from './news.routes.ts'

export const feature = defineFeature({ handlers: { ...glossary, ...news } })
