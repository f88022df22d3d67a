FROM swift:6.3-bookworm AS build
WORKDIR /source
COPY Package.swift ./
COPY Sources Sources
COPY Tests Tests
COPY Public Public
RUN --mount=type=cache,target=/source/.build \
    swift build -c release --product formwork --static-swift-stdlib -Xlinker -s \
    && cp .build/release/formwork /formwork

FROM debian:bookworm-slim
RUN groupadd --system --gid 999 formwork \
    && useradd --system --uid 999 --gid formwork --no-create-home --home-dir /nonexistent formwork \
    && install -d -m 0700 -o formwork -g formwork /data
COPY --from=build /formwork /usr/local/bin/formwork
COPY Public /srv/public
ENV HOST=0.0.0.0 PORT=8080 DATA_DIR=/data PUBLIC_DIR=/srv/public LOG_FORMAT=json
USER 999:999
VOLUME /data
EXPOSE 8080
HEALTHCHECK --interval=10s --timeout=6s --start-period=30s CMD ["/usr/local/bin/formwork", "health"]
ENTRYPOINT ["/usr/local/bin/formwork"]
