import { defineFeature } from '../../app/feature.ts'
import * as disclosures from './disclosures/disclosures.routes.ts'
import * as leaks from './leaks.routes.ts'
import { tidyEveryLeak } from './tidy-leaks.ts'
import * as people from './people/watched-people.routes.ts'

export const feature = defineFeature({
  handlers: { ...leaks, ...people, ...disclosures },
  // As long as leaks are kept.
  kept: [{ table: 'leak_disclosures', since: 'at', keep: 'leakDisclosures' }],
  nightly: tidyEveryLeak,
})
