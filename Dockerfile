# An unprivileged user plays, trains and serves; docs/hosting.md says how to run it with a read-only file system.
FROM python:3.13-slim

ARG EXTRAS=train,serve
ENV NUMBA_CACHE_DIR=/opt/ctv/compiled PATH=/opt/ctv/bin:$PATH PYTHONUNBUFFERED=1

WORKDIR /src
COPY . .
RUN python -m venv /opt/ctv \
    && pip install --no-cache-dir --extra-index-url https://download.pytorch.org/whl/cpu -c constraints.txt ".[$EXTRAS]"

# Elsewhere than in /src, which is not what is installed.
WORKDIR /data
RUN ctv compile && useradd --uid 1000 ctv && chown ctv /data && rm -r /src

USER ctv
EXPOSE 1937
ENTRYPOINT ["ctv"]
CMD ["serve", "--host", "0.0.0.0"]
