import { defineFeature } from '../../app/feature.ts'
import * as leaks from './leaks.routes.ts'
import { tidyEveryLeak } from './tidy-leaks.ts'
import * as people from './people/watched-people.routes.ts'

export const feature = defineFeature({
  handlers: { ...leaks, ...people },
  nightly: ({ database }, now) => tidyEveryLeak(database, now),
})
