# Two stages: the first builds with everything, the second holds what runs.
FROM node:24-slim AS build
WORKDIR /app
COPY package.json package-lock.json ./
RUN npm ci
COPY tsconfig.json tsconfig.build.json ./
COPY src ./src
RUN npm run build && npm prune --omit=dev

FROM node:24-slim
ENV NODE_ENV=production
WORKDIR /app
COPY --from=build /app/package.json ./
COPY --from=build /app/node_modules ./node_modules
COPY --from=build /app/dist ./dist
# The SQLite file lives here; with PostgreSQL nothing is written.
RUN mkdir data && chown node:node data
VOLUME /app/data
USER node
EXPOSE 3000
# The image has no curl. Asks the process itself, so it does not see a service or a database that is down.
HEALTHCHECK --interval=30s --timeout=5s --start-period=30s --retries=3 \
  CMD ["node", "-e", "const port = process.env.OPERATIONS_PORT || 9464; if (port !== 'off') fetch('http://127.0.0.1:' + port + '/healthz').then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "dist/main.js"]
