import { defineFeature } from '../../navigation/feature.ts'
import { msg } from '../../words/msg.ts'

export const feature = defineFeature({
  pages: [
    { path: '/glossary', page: 'GlossaryPage' },
    { path: '/QA/glossary', page: 'GlossaryPage' },
  ],
  menu: [
    { list: 'clients', order: 80, label: msg('Glossary'), path: '/glossary', icon: 'glossary' },
    { list: 'reviewers', order: 80, label: msg('Glossary'), path: '/QA/glossary', icon: 'glossary' },
  ],
})
