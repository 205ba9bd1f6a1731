import { routes, useWalks, walkRoutes } from './walk.ts'

const { walks } = useWalks()
walkRoutes(routes.cases, walks)
